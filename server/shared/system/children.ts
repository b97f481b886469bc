import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread whose messages are its own alone. */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  return new Worker(file, { ...options, env: childEnv() });
}

/** The environment for threads and processes. Under `node --watch`, they would send reports of what they import. */
export function childEnv(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
  return env;
}
