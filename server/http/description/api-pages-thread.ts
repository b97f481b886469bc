import { parentPort, workerData } from 'node:worker_threads';
import { type Described, makeApiPages } from './api-pages.ts';

// Runs in a thread: loading the library and writing the pages would block the event loop for a second.

const pages = await makeApiPages(workerData as Described);
parentPort?.postMessage(
  pages,
  pages.map(([, { bytes }]) => bytes.buffer as ArrayBuffer),
);
