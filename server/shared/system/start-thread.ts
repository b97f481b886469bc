import { Worker, type WorkerOptions } from 'node:worker_threads';
import { childEnv } from './child-env.ts';

/** Starts a thread whose messages are its own alone. */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  return new Worker(file, { ...options, env: childEnv() });
}
