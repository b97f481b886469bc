import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { importsInto } from '../support/records/imports.ts';

test('an import whose process died in each try ends as failed', async () => {
  const app = await freshApp();
  const { run, settled } = importsInto(app, '/v1/book');
  const { id } = await run('format=csv', 'title\nOne\n');
  await app.server.store.jobs.idle();

  // As the last of these processes left it.
  await app.behind(`update quire_import set state = 'running' where id = ?`, id);
  const data = JSON.stringify({ importId: String(id), userId: '1', file: 'gone', method: 'POST', path: '/' });
  await app.behind(
    `update quire_job set state = 'running', holder = 'dead', tries = 8, due_time = 1, data = ? where kind = 'import'`,
    data,
  );
  app.server.store.jobs.wake();
  const { state, problem } = await settled(id);
  assert.equal(state, 'failed');
  assert.ok(problem);
});
