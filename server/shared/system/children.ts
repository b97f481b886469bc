import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread whose messages are its own alone. */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  return new Worker(file, { ...options, env: childEnv() });
}

/**
 * The environment for threads and processes. They read and keep compiled modules where this process does. Under `node --watch`,
 * they would send reports of what they import.
 */
export function childEnv(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
  const cache = getCompileCacheDir(); // a folder in the one that was named, for this version of Node
  return { ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }), ...env };
}
