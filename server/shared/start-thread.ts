import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread. Under `node --watch`, threads would send reports of what they import among their own messages. */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
  return new Worker(file, { ...options, env });
}
