/** The commands that work on files and need no broker: prove, verify, keys, bench proof. */
package io.proofmill.cli.files;
