// Shows that features can be taken out: `node scripts/without-feature.mjs undo scim` takes each of these out of a copy of the
// checkout, with what needs it and the tests that are about it, and checks types and some tests of what is left. Without names it
// does so for every feature, and then for all together, as `all` asks for. --types leaves out the tests, --part=1 runs all of them.
// See docs/guides/testing.md.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { modules } from '../server/modules.ts';
import { copyCheckout } from './checkout-copy.mjs';
import { readRecord } from './near/reached.mjs';

const FEATURES = 'server/features';
/** Where a feature may be known: its tests, and measurements. */
const MAY_KNOW = '{test,bench}/**/*.ts';
/** What every server does, whatever its features. */
const ALWAYS = 'test/module/bare-server.test.ts';
/** Folders whose tests are about everything that there is. */
const ABOUT_ALL = /^test\/(console|documentation|lin-client|package|types)\//;
/** A file that is about everything says so. */
const SAYS_SO = /^\/\/ About every feature: /m;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { types: { type: 'boolean', default: false }, part: { type: 'string', default: '20' } },
});
const all = readdirSync(FEATURES);
const asked = positionals.length > 0 ? positionals : [...all, 'all'];
const unknown = asked.filter((name) => name !== 'all' && !all.includes(name));
if (unknown.length > 0) throw new Error(`no feature: ${unknown.join(', ')}; there are: ${all.join(', ')}`);
const turn = Number(process.env.TEST_TURN ?? Math.floor(Date.now() / 86_400_000));
const record = readRecord();
const rounds = asked.map((name) => (name === 'all' ? all : withNeeding(name)));
const failed = rounds.filter((names, index) => !standsWithout(names, index));
for (const names of failed) console.log(`✖ without ${titleOf(names)}`);
if (failed.length > 0) process.exitCode = 1;

/** A feature, and those that need it. */
function withNeeding(name) {
  const needing = modules
    .filter(({ needs = [] }) => needs.includes(name))
    .flatMap((one) => withNeeding(one.name));
  return [...new Set([name, ...needing])];
}

/** Whether everything else compiles, and its tests pass, without these features. */
function standsWithout(names, index) {
  const copy = copyCheckout();
  try {
    takeOut(copy, names);
    const tests = values.types
      ? []
      : testsLeft(copy, names).filter(
          (file, at) => file === ALWAYS || (at + turn + index) % values.part === 0,
        );
    const isSound =
      passes(copy, ['node_modules/typescript-7/bin/tsc']) &&
      (tests.length === 0 ||
        passes(copy, ['--preserve-symlinks', 'scripts/test.mjs', '--engine=sqlite', ...tests]));
    console.log(`${isSound ? '✔' : '✖'} without ${titleOf(names)}, ${tests.length} test files`);
    return isSound;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function titleOf(names) {
  return names.length === all.length ? 'any feature' : names.join(', ');
}

/** Removes the folders, their lines in the list of modules, and the tests that cannot be without them. */
function takeOut(copy, names) {
  for (const name of names) rmSync(join(copy, FEATURES, name), { recursive: true });
  const list = join(copy, 'server/modules.ts');
  writeFileSync(list, names.reduce(withoutLine, readFileSync(list, 'utf8')));
  for (let gone = 1; gone > 0; ) {
    const about = globSync(MAY_KNOW, { cwd: copy }).filter((file) => importsWhatIsGone(copy, file));
    for (const file of about) rmSync(join(copy, file));
    gone = about.length;
  }
}

/** The list of modules without the import of a feature and its entry. */
function withoutLine(list, name) {
  const [line, module] = list.match(new RegExp(`import \\{ (\\w+) \\} from './features/${name}/.*\\n`)) ?? [];
  return line === undefined ? list : list.replace(line, '').replace(`  ${module},\n`, '');
}

function importsWhatIsGone(copy, file) {
  const text = readFileSync(join(copy, file), 'utf8');
  const paths = [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, path]) =>
    join(dirname(file), path),
  );
  return paths.some((path) => existsSync(path) && !existsSync(join(copy, path)));
}

/**
 * The test files that are not about these features: they reach nothing of them but what most tests reach by a start. Of a file
 * that is not recorded nothing is known, so it is left out.
 */
function testsLeft(copy, names) {
  const about = new Set(names.flatMap(testsAbout));
  const isLeft = (file) =>
    file in record.costs &&
    !about.has(file) &&
    !ABOUT_ALL.test(file) &&
    !SAYS_SO.test(readFileSync(join(copy, file), 'utf8'));
  return globSync('test/**/*.test.ts', { cwd: copy })
    .sort()
    .filter((file) => file === ALWAYS || isLeft(file));
}

function testsAbout(name) {
  const many = Object.keys(record.costs).length / 2;
  const sets = Object.entries(record.functions).flatMap(([file, functions]) =>
    file.startsWith(`${FEATURES}/${name}/`) ? Object.values(functions).map((at) => record.sets[at]) : [],
  );
  return sets.filter((tests) => tests.length < many).flat();
}

/** Runs Node in the copy, and tells what it wrote if it fails. */
function passes(copy, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status === 0;
}
