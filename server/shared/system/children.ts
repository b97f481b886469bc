import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread, with the environment of `childEnv`. */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  return new Worker(file, { ...options, env: childEnv() });
}

/**
 * The environment for threads and processes. They keep compiled modules where this process does, and report no imports to
 * `node --watch`.
 */
export function childEnv(): NodeJS.ProcessEnv {
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
  const cache = getCompileCacheDir(); // a folder in the one that was named, for this version of Node
  return { ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }), ...env };
}
