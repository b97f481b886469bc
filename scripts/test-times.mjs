// Writes how long test files took in the last whole run or night of this checkout that had them: docs/reference/test-times.md for
// readers, and the order of the next runs. Each of the slowest files says in a comment `// Takes long: <reason>` why that is so;
// one that does not fails the command.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const SHOWN = 30;
/** A file that takes less is quick: its place in the order does not matter. */
const LONG_SECONDS = 2;
const at = (path) => new URL(path, new URL('../', import.meta.url));
const record = at('node_modules/.cache/quire-tests/times');
const order = at('scripts/test/seconds.json');
if (!existsSync(record))
  throw new Error('no whole run has been recorded here yet: run npm run test:all first');

/** By file: the seconds on its slowest engine, and the seconds of CPU on all. */
const files = new Map();
for (const line of readFileSync(record, 'utf8').trim().split('\n')) {
  const [, file, seconds, cpu] = line.split(' ');
  const known = files.get(file) ?? { seconds: 0, cpu: 0 };
  files.set(file, { seconds: Math.max(known.seconds, Number(seconds)), cpu: known.cpu + Number(cpu) });
}
const slowest = [...files].sort(([, one], [, other]) => other.seconds - one.seconds);
const reasons = new Map(slowest.map(([file]) => [file, reasonOf(file)]));
const records = slowest.slice(0, SHOWN).map(([file, { seconds, cpu }]) => {
  const why = reasons.get(file) ?? '';
  return `| \`${file.slice('test/'.length)}\` | ${Math.round(seconds)} | ${Math.round(cpu)} | ${why} |`;
});
const total = Math.round([...files.values()].reduce((sum, { cpu }) => sum + cpu, 0));
writeFileSync(
  at('docs/reference/test-times.md'),
  `# The slowest test files

\`npm run test:times\` writes this page after whole runs or nights. Seconds are those on the file's
slowest engine, beside other files; CPU is that of the test process and of what it starts, on all
engines together, without database servers and without most of a browser. All files together take
${total} s of it.

| file in \`test/\` | s | CPU s | why |
|---|---|---|---|
${records.join('\n')}
`,
);
const long = slowest.filter(([, { seconds }]) => seconds >= LONG_SECONDS);
/** Of files that had no turn, what is known. */
const known = Object.entries(JSON.parse(readFileSync(order, 'utf8'))).filter(
  ([file]) => existsSync(at(file)) && !files.has(file),
);
const seconds = [...long.map(([file, one]) => [file, Math.round(one.seconds)]), ...known];
seconds.sort(([, one], [, other]) => other - one);
writeFileSync(order, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
for (const [file] of slowest.slice(0, SHOWN))
  if (!reasons.get(file)) {
    console.error(`${file} is one of the ${SHOWN} slowest files, and does not say why: // Takes long: …`);
    process.exitCode = 1;
  }

function reasonOf(file) {
  return /^\/\/ Takes long: (.*?)\.?$/m.exec(readFileSync(at(file), 'utf8'))?.[1];
}
