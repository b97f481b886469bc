import { join } from 'node:path';
import { run } from 'node:test';
import { runsAlone } from './files.mjs';

const WARM_PROCESSES = 2;
const worker = new URL('./worker.mjs', import.meta.url).pathname;

/** What is to be run on an engine: a job for each file that runs alone, and a few processes that share all others. */
export function jobsOf(engine, report, claims) {
  const shared = report.files.filter((file) => !runsAlone(file));
  const ownProcess = report.files
    .filter((file) => !shared.includes(file))
    .map((file) => ({
      engine,
      report,
      files: [file],
      args: [],
      weight: file.includes('import-lin') ? 2 : 1,
    }));
  const warm = Array.from({ length: shared.length > 1 ? WARM_PROCESSES : shared.length }, (_, index) => ({
    engine,
    report,
    files: [worker],
    args: [join(claims, engine.key), ...shared],
    weight: index === 0 ? 3 : 0.5,
  }));
  return [...ownProcess, ...warm];
}

/** Runs one job to its end. */
export async function runJob({ engine, report, files, args }) {
  const tests = run({
    files,
    argv: args,
    concurrency: 1,
    execArgv: ['--preserve-symlinks'], // as `npm start` does
    env: { ...process.env, TEST_ENGINE: engine.key, NODE_COMPILE_CACHE: 'node_modules/.cache/quire' },
  });
  const listen = report.listener(files[0] === worker ? undefined : files[0]);
  for await (const event of tests) listen(event);
}
