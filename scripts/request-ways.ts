// Counts the files and functions of the server that requests run through, by V8's coverage, and writes them into
// docs/architecture.md: `npm run docs:ways`. With --list=<number of a line> it prints the files instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freshApp } from '../test/support/fresh-app.ts';

const { values } = parseArgs({ options: { list: { type: 'string' } } });
const server = new URL('../server/', import.meta.url).href;
const page = fileURLToPath(new URL('../docs/architecture.md', import.meta.url));
/** What runs beside a request runs in some repetitions and not in others. */
const REPETITIONS = 5;

const app = await freshApp({ contentDir: 'content' });
const { root } = app;
const book = await root.make('/v1/book', { title: 'Walden' });
let count = 0;
const nothing = async () => {};
const read = () => root.read(`/v1/book/${book}`);
const change = () => root.done(`PATCH /v1/book/${book}`, { title: `Changed ${count++}` });

/** What is asked, how, and what happens before it each time. */
const ways: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
  ['a read by id, from the cache', read, nothing],
  ['a read by id', read, change],
  ['a list of 20', () => root.read('/v1/book?count=20'), change],
  ['a creation', () => root.make('/v1/book', { title: `New ${count++}` }), nothing],
  ['a change', change, nothing],
  ['a sign-in', () => app.signIn('root'), nothing],
];

const profiler = new Session();
profiler.connect();
await profiler.post('Profiler.enable');
await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const records: string[] = [];
for (const [index, [what, ask, before]] of ways.entries()) {
  const passed = await passedBy(ask, before);
  const files = new Map(Object.entries(Object.groupBy([...passed], (one) => one.split(' ')[0] ?? '')));
  records.push(`| ${what} | ${files.size} | ${passed.size} |`);
  if (values.list === String(index + 1))
    for (const [file, some = []] of files) console.log(file, some.length);
}
if (values.list === undefined) {
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(/(\| request \| files \| functions \|\n\|.*\n)(\|.*\n)*/, `$1${records.join('\n')}\n`),
  );
  console.log(records.join('\n'));
}
process.exit();

/** The functions, as `<file> <place>`, that run in every repetition. */
async function passedBy(ask: () => Promise<unknown>, before: () => Promise<unknown>): Promise<Set<string>> {
  let all: Set<string> | undefined;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    await before();
    await profiler.post('Profiler.takePreciseCoverage'); // counts begin anew
    await ask();
    const { result } = await profiler.post('Profiler.takePreciseCoverage');
    const passed = result
      .filter(({ url }) => url.startsWith(server))
      .flatMap(({ url, functions }) =>
        functions
          .filter(({ ranges: [range] }) => (range?.count ?? 0) > 0)
          .map(
            ({ functionName, ranges: [range] }) =>
              `${url.slice(server.length)} ${functionName} ${range?.startOffset}`,
          ),
      );
    all = all ? all.intersection(new Set(passed)) : new Set(passed);
  }
  return all ?? new Set();
}
