/** Commands for those who send jobs and look after them: submit, status, cancel, dead-letters, replay. */
package io.proofmill.cli.queue;
