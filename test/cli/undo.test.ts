import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, command, signIn, start } from '../support/server-process.ts';

const server = await start('undone', { SAMPLE_DATA: 'false' });
const token = await signIn(server);
const run = (...args: string[]) => command(['undo', ...args], 'undone');
const statusOf = async (id: unknown) => (await call(server, 'GET', `/v1/book/${id}`, { token })).status;

test('the command shows what would be undone, and undoes it when the number is given', async () => {
  const since = new Date().toISOString();
  const body = { title: 'by mistake', author: 'nobody' };
  const { body: made } = await call(server, 'POST', '/v1/book', { token, body });
  const scope = ['--user', 'root', '--since', since, '--collection', 'book'];
  const shown = await run(...scope);
  assert.equal(shown.code, 0, shown.said);
  assert.match(shown.said, new RegExp(`removed book ${made.id}[\\s\\S]*--apply 1`));
  assert.equal(await statusOf(made.id), 200);
  const other = await run(...scope, '--apply', '7');
  assert.equal(other.code, 1);
  assert.match(other.said, /there are 1 changes to undo, not 7/);
  const done = await run(...scope, '--apply', '1');
  assert.equal(done.code, 0, done.said);
  assert.equal(await statusOf(made.id), 404);
  const [, undo = ''] = /undo (\d+)/.exec(done.said) ?? [];
  assert.equal((await run('--undo', undo, '--apply', '1')).code, 0);
  assert.equal(await statusOf(made.id), 200);
});

test('wrong arguments are named', async () => {
  for (const [args, code, expected] of [
    [['--since', '2026-01-01'], 2, /name whose changes/],
    [['--user', 'nobody-of-this-name', '--since', '2026-01-01'], 2, /no user is named/],
    [['--user', 'root', '--since', 'yesterday'], 2, /is not a time/],
    [['--user', 'root', '--since', '2026-02-30'], 2, /is not a time/],
    [['--import', 'x'], 2, /is not a number/],
    [[], 1, /exactly one of since/],
  ] as const) {
    const { code: ended, said } = await run(...args);
    assert.equal(ended, code, said);
    assert.match(said, expected);
  }
});
