import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, command, folder, quire, serveHere, signIn } from '../support/server-process.ts';

const server = await serveHere('exports', { SAMPLE_DATA: 'true' });
const token = await signIn(server);

const run = (...args: string[]) => command(['export', ...args], 'exports');

test('the command writes what the server would answer, beside it', async () => {
  for (const title of ['one', 'two', 'three'])
    await call(server, 'POST', '/v1/book', { token, body: { title, author: '=a' } });
  const out = join(folder, 'books.csv');
  const query = 'sort=-id&fields=title,author&filter[author][eq]=%3Da';
  const { ended, said } = await quire(['export', 'book', '--out', out, '--query', query], 'exports');
  assert.equal(await ended, 0, said());
  const answer = await fetch(`${server.base}/v1/book/export?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const written = readFileSync(out, 'utf8');
  assert.equal(written, await answer.text());
  assert.equal(statSync(out).mode & 0o777, 0o600, 'exports hold hidden fields');
  assert.match(written, /^id,author,title\r\n\d+,'=a,three\r\n/);
});

test('an export that is not possible says why, and leaves no file', async () => {
  const out = join(folder, 'none.jsonl');
  for (const [args, expected] of [
    [['book', '--out', out, '--query', 'fields=nothing'], 1],
    [['nothing', '--out', out], 2],
    [['book', '--out', `${out}.xml`], 2],
    [['book'], 2],
    [['book', '--out', out, '--query', 'count=3'], 2],
    [['book', '--out', join(folder, 'nowhere', 'books.csv')], 1],
  ] as const) {
    const { code, said } = await run(...args);
    assert.equal(code, expected, said);
    assert.doesNotMatch(said, /\n\s+at /, 'no stack');
  }
  for (const name of [out, `${out}.part`, `${out}.xml`]) assert.ok(!existsSync(name), name);
});
