import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type Space, shrink } from './space.ts';

/** Few free pages are left alone, as they will be used again. */
const FEW = { pages: 1000, share: 0.1 };

// Runs in a thread of its own, where cutting a file and copying its log pause no requests.
let isStopping = false;
parentPort?.once('message', () => {
  isStopping = true;
});
const database = new DatabaseSync(workerData as string, { timeout: 5000 });
database.exec('pragma synchronous = normal'); // what is lost with the machine is done again
const hasMuch = ({ free, pages, isInSteps }: Space) =>
  isInSteps && free >= FEW.pages && free >= FEW.share * pages;
await shrink(database, (space) => !isStopping && hasMuch(space));
database.close();
parentPort?.postMessage('done');
parentPort?.close();
