import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { partOf } from '../support/in-turn.ts';
import { pairs } from '../support/pairs.ts';
import { temporaryFolder } from '../support/test-database.ts';

const worker = 'scripts/test/worker.mjs';
const comparison = 'test/dangers/instances/engines-in-step.test.ts';
/** What no other set runs. */
const atNight = ['documentation/site', 'package/image', 'package/sites', 'package/strapi'].map(
  (name) => `test/${name}.test.ts`,
);
const OPEN = `
  import assert from 'node:assert/strict';
  import { createServer } from 'node:net';
  import { it } from 'node:test';
  it('leaves a server open', async () => {
    createServer().listen(0, '127.0.0.1');
    assert.fail();
  });`;

/** Runs a program outside this run of tests; answers its exit code, what it prints and the last line of its output. */
async function run(
  args: readonly string[],
  cwd = process.cwd(),
  changes: Readonly<Record<string, string>> = {},
): Promise<{ code: unknown; said: string; end: unknown }> {
  const { NODE_TEST_CONTEXT: _, ...own } = process.env; // or it would report to this test's runner
  const env = { ...own, TEST_TURN: '1', ...changes };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd, env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, said: stdout + stderr, end: stdout.trim().split('\n').at(-1) }),
    );
  });
}

it('a process of tests ends after its last file, whatever failed tests have left open', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'open.mjs');
  mkdirSync(join(folder, 'claims'));
  writeFileSync(join(folder, 'jobs.json'), JSON.stringify([{ engine: 'sqlite', file }]));
  writeFileSync(file, OPEN);
  const { said } = await run([worker, folder]);
  assert.match(said, /✖ leaves a server open/);
});

/** Runs the whole runner over test files with these bodies. */
const runner = (...bodies: readonly string[]) => runnerOf([], ...bodies);

async function runnerOf(words: readonly string[], ...bodies: readonly string[]) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'test/some'), { recursive: true });
  for (const [index, body] of bodies.entries())
    writeFileSync(
      join(folder, `test/some/file-${index}.test.ts`),
      `import assert from 'node:assert/strict';
       import { existsSync, writeFileSync } from 'node:fs';
       import { describe, it } from 'node:test';
       it('test ${index}', () => {${body}});`,
    );
  return run([resolve('scripts/test.mjs'), '--engine=sqlite', ...words], folder);
}

it('what uses the processes that a file starts is made anew for each file, as they are', async () => {
  const { OF_EACH_FILE } = (await import(resolve('scripts/test/files.mjs'))) as { OF_EACH_FILE: string[] };
  const shared = globSync('test/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const users = shared.filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import (?!type)[^;]+ from '([^']+)'/gm)].some(([, from = '']) =>
      OF_EACH_FILE.includes(join(dirname(file), from)),
    ),
  );
  assert.deepEqual(
    users.filter((file) => !OF_EACH_FILE.includes(file)),
    [],
  );
  assert.ok(users.length > 1);
});

describe('what is skipped', () => {
  it('is counted, also a whole suite, and told by its reason', async () => {
    const suite = `}); describe('a suite', { skip: 'it needs a harp' }, () => { it('one', () => {}); it('two', () => {}); }); it('more', () => {`;
    const { code, end, said } = await runner(suite, suite);
    assert.deepEqual([code, end], [0, '4 passed, 0 failed, 2 skipped'], said);
    assert.match(said, /Left out: 2 files: it needs a harp/);
  });

  it('is a failure in CI where a tool is missing', async () => {
    const tool = pathToFileURL(resolve('test/support/missing.ts')).href;
    const ask = `const { missing } = await import('${tool}'); console.log(missing('no harp'));`;
    for (const [CI, code, words] of [
      ['true', 1, /no harp; with CI=true nothing may be missing/],
      ['', 0, /^no harp$/m],
    ] as const) {
      const answer = await run(['--input-type=module', '--eval', ask], undefined, { CI });
      assert.equal(answer.code, code);
      assert.match(answer.said, words);
    }
  });

  it('differs from set to set and from turn to turn, and some turns together leave out nothing but what is for the night', async () => {
    const { filesFor } = (await import(resolve('scripts/test/files.mjs'))) as {
      filesFor: (key: string, options: object) => readonly string[];
    };
    const { chosenFiles } = (await import(resolve('scripts/test/chosen.mjs'))) as {
      chosenFiles: readonly string[];
    };
    const files = (set: string, key: string, turn = 0) =>
      filesFor(key, { set, turn, words: [], hasMysql: true });
    const night = new Set(files('night', 'sqlite'));
    for (const file of atNight) assert.ok(night.has(file), file);
    const seen = (set: string, key: string, turns: number) =>
      new Set(Array.from({ length: turns }, (_, turn) => files(set, key, turn)).flat());
    assert.deepEqual(seen('all', 'sqlite', 5), night.difference(new Set(atNight)));
    const byDay = [...night].filter((file) => !/console\/(crawl|screens)|\/package\/|\/site\./.test(file));
    assert.deepEqual(seen('default', 'sqlite', 28), new Set(byDay));
    for (const key of ['postgres', 'mysql']) {
      const sizes = ['default', 'all', 'night'].map((set) => files(set, key).length);
      assert.deepEqual(
        sizes,
        sizes.toSorted((one, other) => one - other),
      );
      for (const turn of [0, 1]) assert.ok(files('all', key, turn).includes(comparison));
      const seenThere = seen('all', key, 10);
      for (const file of chosenFiles) assert.ok(seenThere.has(file), `${file} on ${key}`);
    }
    const crashes = (key: string) => files('night', key).filter((file) => file.includes('/crashes/'));
    const inOneRun = new Set(['postgres', 'mysql'].flatMap((key) => files('all', key, 3)));
    for (const file of crashes('postgres')) assert.ok(inOneRun.has(file), `${file} on one server`);
  });
});

describe('what a run takes of more', () => {
  it('is pairs in which every two values of two dimensions meet', () => {
    const sizes = [9, 2, 3, 3, 2];
    const records = pairs(
      Object.fromEntries(sizes.map((size, name) => [name, Array.from({ length: size }).keys().toArray()])),
    );
    const met = new Set(
      records.flatMap((record) =>
        [0, 1, 2, 3, 4].flatMap((one) =>
          [0, 1, 2, 3, 4].map((other) => `${one} ${record[one]} ${other} ${record[other]}`),
        ),
      ),
    );
    const all = sizes.flatMap((size, one) =>
      sizes.map((next, other) => (one === other ? size : size * next)),
    );
    assert.equal(
      met.size,
      all.reduce((sum, each) => sum + each),
    );
    assert.ok(records.length < sizes.reduce((product, size) => product * size));
  });

  it('is a part that goes round, whether a file runs in each run, in each third or in each fifth', () => {
    for (const parts of [2, 3])
      for (const every of [1, 3, 5])
        for (const first of [0, 1, 2]) {
          const seen = new Set<number>();
          for (let turn = first; turn < first + Math.max(10, 4 * every); turn += every)
            seen.add(partOf(turn, 'sqlite', parts));
          assert.equal(seen.size, parts, `${parts} parts from ${first} on`);
        }
  });
});

describe('the structure of a statement', async () => {
  const { structureOf } = (await import(resolve('scripts/test/sql-structure.mjs'))) as {
    structureOf: (sql: string) => string | undefined;
  };
  for (const [what, isSame, one, other] of [
    ['names', true, 'select "a" from "t" where "a" = ?', 'select "b" from "u" where "b" = ?'],
    ['values', true, "select n from t where a = 'x' limit 5", "select n from t where a = 'it''s' limit 10"],
    [
      'lengths of lists',
      true,
      'select "a", "b" from "t" where "id" in (?, ?)',
      'select "a", "b", "c" from "t" where "id" in (?, ?, ?)',
    ],
    [
      'numbers of records',
      true,
      'insert into "t" ("a", "b") values (?, ?), (?, ?)',
      'insert into "t" ("a", "b") values (?, ?), (?, ?), (?, ?)',
    ],
    ['comparisons', false, 'select "a" from "t" where "a" = ?', 'select "a" from "t" where "a" > ?'],
    ['orders', false, 'select "a" from "t" order by "a" asc', 'select "a" from "t" order by "a" desc'],
    ['joins', false, 'select "a" from "t"', 'select "a" from "t" inner join "u" on "t"."a" = "u"."b"'],
    ['functions', false, 'select count("a") from "t"', 'select max("a") from "t"'],
  ] as const)
    it(`${isSame ? 'does not depend on' : 'depends on'} ${what}`, () => {
      assert.equal(structureOf(one) === structureOf(other), isSame);
    });
  for (const [what, sql] of [
    ['a table that another test may have made', 'create table "t" ("a" integer)'],
    ['the plan of a statement that may have been slow', 'explain query plan select "a" from "t"'],
  ] as const)
    it(`is none for ${what}`, () => {
      assert.equal(structureOf(sql), undefined);
    });
});

describe('a run', () => {
  it('tells what fails by file and test, at once and at its end, and fails', async () => {
    const { code, end, said } = await runner(`assert.fail('it always fails')`, '');
    assert.deepEqual([code, end], [1, '1 passed, 1 failed, 0 skipped'], said);
    assert.equal(
      said.match(/✖ SQLite: test\/some\/file-0\.test\.ts > test 0\n.*it always fails/g)?.length,
      2,
    );
    assert.match(said, /✖ SQLite: test\/some\/file-0\.test\.ts: 0 passed, 1 FAILED/);
  });

  it('fails the test that began what fails later, in a timer or a rejection', async () => {
    const later = 'return new Promise((end) => setTimeout(end, 50));';
    const { code, end, said } = await runner(
      `setTimeout(() => assert.fail('it fails in a timer'), 1);${later}`,
      `Promise.reject(new Error('it is rejected'));${later}`,
      '',
    );
    assert.deepEqual([code, end], [1, '1 passed, 2 failed, 0 skipped'], said);
    assert.match(said, /✖ SQLite: test\/some\/file-0\.test\.ts > test 0\n.*it fails in a timer/);
    assert.match(said, /✖ SQLite: test\/some\/file-1\.test\.ts > test 1\n.*it is rejected/);
  });

  it('fails where a process of tests ends early, and goes on with the other files', async () => {
    const { code, end, said } = await runner('process.exit(3)', '', '');
    assert.deepEqual([code, end], [1, '2 passed, 2 failed, 0 skipped'], said);
    assert.match(said, /✖ SQLite: test\/some\/file-0\.test\.ts was not run to its end/);
  });

  it('takes the files of the words it is given, and no others', async () => {
    const { end, said } = await runnerOf(['file-1', 'file-2'], '', '', '');
    assert.equal(end, '2 passed, 0 failed, 0 skipped', said);
    assert.doesNotMatch(said, /file-0/);
  });
});
