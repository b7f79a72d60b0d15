/**
 * Who holds which bytes of a device: plain arithmetic over one range of addresses, decided before a job runs. Knows no driver, so that it is tested without one.
 */
package io.proofmill.gpu.memory;
