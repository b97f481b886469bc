import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { hashesAtFullCost, isRandom, runsAlone, secondsOf } from './files.mjs';

/** More failed files than this are not run again. */
const MOST_AGAIN = 5;
const worker = new URL('./worker.mjs', import.meta.url).pathname;
const lightTracking = new URL('./light-tracking.mjs', import.meta.url).href;
const quickLoad = new URL('../../server/quick-load.mjs', import.meta.url).href;

/**
 * What is to be run on an engine: a job for each file that runs alone, and processes that share all others. The first of them
 * starts before anything else; the others, up to `atOnce`, help when nothing else is left to start.
 */
export function jobsOf(report, claims, atOnce) {
  const alone = report.files.filter((file) => runsAlone(file));
  const shared = report.files.filter((file) => !alone.includes(file));
  const jobOf = (name, files, seconds) => ({
    ...{ report, files, seconds },
    claims: join(claims, `${report.engine.key}-${name}`),
  });
  return [
    ...alone.map((file, index) => jobOf(index, [file], secondsOf(file))),
    ...Array.from({ length: Math.min(atOnce, shared.length) }, (_, index) =>
      jobOf('shared', shared, index === 0 ? Number.POSITIVE_INFINITY : 0),
    ),
  ];
}

/** Runs one job to its end: where a process ends early, as one that is full does, another takes over the rest. */
export async function runJob(job) {
  mkdirSync(job.claims, { recursive: true });
  const claimed = () => readdirSync(job.claims).length;
  for (let before = -1; before < claimed() && claimed() < job.files.length; ) {
    before = claimed();
    await runProcess(job);
  }
}

/**
 * Runs the files that failed once more, one after another, when nothing else runs. Where many failed the machine is not to
 * blame; where inputs or moments are random, other ones could hide the fault.
 */
export async function runFailedAgain(reports, claims) {
  const failed = reports.flatMap((report) => report.failedFiles().map((file) => ({ report, file })));
  if (failed.length > MOST_AGAIN) return;
  for (const [index, { report, file }] of failed.entries()) {
    if (isRandom(file)) continue;
    console.log(`\n${report.engine.name}: ${file} failed and runs once more, alone`);
    await report.again(file, () => runJob({ report, files: [file], claims: join(claims, `again-${index}`) }));
  }
}

async function runProcess({ report, files, claims }) {
  const flags = files.length === 1 && hashesAtFullCost(files[0]) ? ['--full-cost'] : [];
  const tests = run({
    files: [worker],
    argv: [...flags, claims, ...files],
    concurrency: 1,
    execArgv: ['--preserve-symlinks', `--import=${lightTracking}`, `--import=${quickLoad}`],
    env: {
      ...process.env,
      ...report.env,
      TEST_ENGINE: report.engine.key,
      NODE_COMPILE_CACHE: 'node_modules/.cache/quire',
    },
  });
  const listen = report.listener();
  for await (const event of tests) listen(event);
}
