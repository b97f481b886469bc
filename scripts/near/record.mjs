// Notes which test files reach which functions of the sources, for `npm run test:near`.
import { spawn } from 'node:child_process';
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyCheckout } from '../checkout-copy.mjs';
import { instrument } from './instrument.mjs';
import { merge, readRecord, writeRecord } from './reached.mjs';

/** These use all of the product at once, or compile instead of running it: no change is judged by them first. */
const TOO_WIDE = /^test\/(console\/(crawl|screens|random-models)|types\/mistakes)/;
const ENDED = /^[✔✖] SQLite: (\S+): .*\((\d+) ms\)$/;

/** Runs these test files, or all, on SQLite in a copy of the checkout whose functions tell of themselves. */
export async function record(words) {
  const copy = copyCheckout();
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  const functions = instrument(copy);
  const files = globSync('test/**/*.test.ts')
    .filter(
      (file) => !TOO_WIDE.test(file) && (words.length === 0 || words.some((word) => file.includes(word))),
    )
    .sort();
  if (files.some(isOfConsole)) await run(['scripts/build-console.mjs'], copy, {});
  const folder = join(copy, 'reached');
  const taken = await run(['scripts/test.mjs', '--engine=sqlite', ...files], copy, {
    REACH_FOLDER: folder,
    NODE_OPTIONS: `--import=${new URL('./note-reached.mjs', import.meta.url)}`,
  });
  writeRecord(
    merge(readRecord(), { functions, reached: numbersByFile(folder), taken, isAll: words.length === 0 }),
  );
}

function isOfConsole(file) {
  return file.startsWith('test/console/');
}

/** Runs a program of the copy; answers the milliseconds of each test file whose end it tells. */
async function run(args, cwd, env) {
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const taken = new Map();
  for await (const line of createInterface(child.stdout)) {
    const [, file, ms] = ENDED.exec(line) ?? [];
    if (file) taken.set(file, Number(ms));
    console.log(line);
  }
  return taken;
}

/** What `note-reached.mjs` has written, by test file. */
export function numbersByFile(folder) {
  const reached = new Map();
  for (const name of readdirSync(folder)) {
    const file = name.slice(0, name.lastIndexOf('~')).replaceAll('~', '/');
    const numbers = reached.get(file) ?? new Set();
    reached.set(file, numbers);
    for (const number of readFileSync(join(folder, name), 'utf8').split('\n'))
      if (number) numbers.add(Number(number));
  }
  return reached;
}
