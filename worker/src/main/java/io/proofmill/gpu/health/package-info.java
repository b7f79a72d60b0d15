/** Whether a device may be trusted with jobs, and which device takes the next one: plain decisions over injected time. */
package io.proofmill.gpu.health;
