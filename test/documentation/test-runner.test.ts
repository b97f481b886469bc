import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
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

it('a process of tests ends after its last file, whatever failed tests have left open', async () => {
  const folder = temporaryFolder();
  const [claims, file] = [join(folder, 'claims'), join(folder, 'open.mjs')];
  mkdirSync(claims);
  writeFileSync(file, OPEN);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // or it would report to this test's runner
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [worker, claims, file], { env }, (_error, stdout) => resolve(stdout));
  });
  assert.match(said, /✖ leaves a server open/);
});
