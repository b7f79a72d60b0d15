/** Commands that look at the whole fleet through the brokers: who works, on what, how long it takes, and what that says about the load it can bear. */
package io.proofmill.cli.fleet;
