/** What an operator sees of one worker: metrics, health checks, the status page. It reads from queue and engine and changes nothing in them. */
package io.proofmill.status;
