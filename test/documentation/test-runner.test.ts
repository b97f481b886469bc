import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../support/test-database.ts';

const worker = 'scripts/test/worker.mjs';
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
): Promise<{ code: unknown; said: string; end: unknown }> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // or it would report to this test's runner
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd, env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, said: stdout + stderr, end: stdout.trim().split('\n').at(-1) }),
    );
  });
}

it('a process of tests ends after its last file, whatever failed tests have left open', async () => {
  const folder = temporaryFolder();
  const [claims, file] = [join(folder, 'claims'), join(folder, 'open.mjs')];
  mkdirSync(claims);
  writeFileSync(file, OPEN);
  const { said } = await run([worker, claims, file]);
  assert.match(said, /✖ leaves a server open/);
});

describe('a file that fails runs once more', () => {
  const steady = `assert.fail('it always fails')`;
  const failsOnce = `
    if (!existsSync('seen')) {
      writeFileSync('seen', '');
      assert.fail('it fails once');
    }`;

  /** Runs the whole runner over test files with these bodies. */
  async function runner(...bodies: readonly string[]) {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'test/some'), { recursive: true });
    for (const [index, body] of bodies.entries())
      writeFileSync(
        join(folder, `test/some/file-${index}.test.ts`),
        `import assert from 'node:assert/strict';
         import { existsSync, writeFileSync } from 'node:fs';
         import { it } from 'node:test';
         it('test ${index}', () => {${body}});`,
      );
    return run([resolve('scripts/test.mjs'), '--quick'], folder);
  }

  it('and the run passes, but says what was unstable, if it then passes', async () => {
    const { code, end, said } = await runner(failsOnce, '');
    assert.deepEqual([code, end], [0, '2 passed, 0 failed, 0 skipped, 1 unstable'], said);
    assert.match(said, /UNSTABLE: .*\n\n✖ SQLite: test\/some\/file-0\.test\.ts > test 0\n.*it fails once/);
  });

  it('and the run fails if it fails again', async () => {
    const { code, end, said } = await runner(steady, '');
    assert.deepEqual([code, end], [1, '1 passed, 1 failed, 0 skipped'], said);
    assert.equal(said.match(/FAILED/g)?.length, 2);
  });

  it('and what fails later, in a timer or a rejection, fails the test that began it', async () => {
    const later = `return new Promise((end) => setTimeout(end, 50));`;
    const { code, end, said } = await runner(
      `setTimeout(() => assert.fail('it fails in a timer'), 1);${later}`,
      `Promise.reject(new Error('it is rejected'));${later}`,
      '',
    );
    assert.deepEqual([code, end], [1, '1 passed, 2 failed, 0 skipped'], said);
    assert.match(said, /✖ SQLite: test\/some\/file-0\.test\.ts > test 0\n.*it fails in a timer/);
    assert.match(said, /✖ SQLite: test\/some\/file-1\.test\.ts > test 1\n.*it is rejected/);
  });

  for (const [why, bodies, failed] of [
    ['where its inputs are random', [`Math.random();${failsOnce}`], 1],
    ['where it kills processes', [`'SIGKILL';${failsOnce}`], 1],
    ['where more than five files failed', [failsOnce, ...Array<string>(5).fill(steady)], 6],
  ] as const)
    it(`but not ${why}`, async () => {
      const { code, end, said } = await runner(...bodies);
      assert.deepEqual([code, end], [1, `0 passed, ${failed} failed, 0 skipped`], said);
      assert.doesNotMatch(said, /runs once more/);
    });
});
