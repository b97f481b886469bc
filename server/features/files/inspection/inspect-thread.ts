import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../errors.ts';
import type { Received } from '../receive.ts';
import { examine, type InspectionRules } from './examine.ts';
import type { Inspected } from './inspect.ts';

// Runs in a thread: what a file says of itself may take long to read.

parentPort?.on('message', async (received: Received) => parentPort?.postMessage(await inspect(received)));

/** Errors of the server itself end the thread. */
async function inspect(received: Received): Promise<Inspected> {
  try {
    return { examined: await examine(received, workerData as InspectionRules) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { failure, detail, reason } = error;
    return { refusal: { failure, reason, ...(detail !== undefined && { detail }) } };
  }
}
