import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type CommonParts, type DescribedRoute, makeApiPages } from './api-pages.ts';

// Runs in a thread: loading the library and writing the pages would block the event loop for a second.

if (!parentPort) throw new Error('api-pages-thread.ts runs in a thread only');
const routes: DescribedRoute[] = [];
for await (const [route] of on(parentPort, 'message')) {
  if (route === null) break;
  routes.push(route as DescribedRoute);
}
const pages = await makeApiPages(routes, workerData as CommonParts);
parentPort.postMessage(
  pages,
  pages.map(([, { bytes }]) => bytes.buffer as ArrayBuffer),
);
