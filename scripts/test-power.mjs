// Measures what the tests find: `npm run test:power -- --count=200 --seed=1` draws that many faults, gives each to a copy of the
// checkout and runs what `test:near` chooses, then the default set. --only=<folder> draws there, --then=none|default|all says what
// follows, --list runs nothing. A run that was ended goes on where it was. See docs/guides/testing.md.
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { copyCheckout } from './checkout-copy.mjs';
import { placesIn } from './near/changes.mjs';
import { makeChooser } from './near/choose.mjs';
import { plan } from './near/plan.mjs';
import { readRecord } from './near/reached.mjs';
import { draw } from './power/draw.mjs';
import { byBuild, byLint, byTests, byTypes, findFault } from './power/find.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    // biome-ignore lint/suspicious/noThenProperty: an option of the command
    then: { type: 'string', default: 'default' },
    list: { type: 'boolean', default: false },
  },
});
const CACHE = 'node_modules/.cache/quire-power';
const harmless = JSON.parse(readFileSync(new URL('./power/harmless.json', import.meta.url), 'utf8'));
/** The servers after SQLite, on which a run goes to its end: it drops the databases that it has made. */
const ENGINES = ['sqlite', 'postgres', 'mysql'];
const faults = draw(Number(values.count), Number(values.seed), values.only);
faults.sort((one, other) => isOfConsole(one) - isOfConsole(other)); // each of the console is built; the others need it as it is
if (values.list) for (const fault of faults) console.log(told(fault));
else await measure();

async function measure() {
  const known = results();
  const copy = copyCheckout();
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const chooser = makeChooser(readRecord());
  for (const [index, fault] of faults.entries()) {
    const found =
      known.get(told(fault)) ?? (await findFault(copy, fault, stepsFor(chooser, fault))) ?? 'nothing';
    if (!known.has(told(fault))) appendFileSync(place(), `${JSON.stringify([told(fault), found])}\n`);
    known.set(told(fault), found);
    console.log(
      `${index + 1}/${faults.length} ${found === 'nothing' ? 'SURVIVES' : `found by ${found}`}: ${told(fault)}`,
    );
  }
  report(known);
}

/** Cheap ones first: the closest tests before all that are near. Of the console the types take longer than these. */
function stepsFor(chooser, { file, line, kind }) {
  const places = placesIn(file, readFileSync(file, 'utf8'), line, 1);
  const near = [0, undefined].map((budget) =>
    byTests('near', plan(chooser, [file], places, budget).commands),
  );
  const steps = isOfConsole({ file })
    ? [byUnits(), byBuild(), ...near, byTypes(file)]
    : [byTypes(file), ...near];
  if (kind === 'await lost') steps.unshift(byLint(file));
  if (values.then === 'none') return steps;
  return [
    ...steps,
    byTests(
      values.then,
      ENGINES.map((engine) => ['scripts/test.mjs', `--engine=${engine}`, `--set=${values.then}`]),
    ),
  ];
}

/** The tests of the console's pure modules, which need no build. */
function byUnits() {
  return byTests('unit tests', [
    ['--test', '--test-isolation=none', '--test-reporter=dot', ...globSync('console/test/*.test.ts')],
  ]);
}

function isOfConsole({ file }) {
  return /^console\/|^server\/client\/runtime\//.test(file);
}

function told({ file, line, kind, before, after }) {
  return `${file}:${line} (${kind})\n      ${before}\n    → ${after}`;
}

function report(known) {
  const isHarmless = (fault) =>
    harmless.some(
      ({ file, before, after }) => file === fault.file && before === fault.before && after === fault.after,
    );
  const surviving = faults.filter((fault) => known.get(told(fault)) === 'nothing');
  const survivors = surviving.filter((fault) => !isHarmless(fault));
  const harmful = faults.length - (surviving.length - survivors.length);
  const by = Object.groupBy(faults, (fault) => known.get(told(fault)));
  console.log(
    `\nOf ${faults.length} faults (seed ${values.seed}): ${Object.entries(by)
      .map(([step, some]) => `${some.length} found by ${step}`)
      .join(', ')}`,
  );
  console.log(
    `${surviving.length - survivors.length} of those that nothing finds change no behaviour (scripts/power/harmless.json).`,
  );
  console.log(
    `Found: ${harmful - survivors.length} of ${harmful}, ${((100 * (harmful - survivors.length)) / harmful).toFixed(1)} %`,
  );
  for (const fault of survivors) console.log(`\nSURVIVES ${told(fault)}`);
}

function place() {
  mkdirSync(CACHE, { recursive: true });
  return `${CACHE}/${values.seed}-${values.then}.jsonl`;
}

/** What a run with the same seed has found out before; a fault in a line that has changed since counts as new. */
function results() {
  if (!existsSync(place())) return new Map();
  return new Map(
    readFileSync(place(), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}
