import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, databaseNamed, folder, type Running, signIn, start, stop } from '../support/server-process.ts';

const name = 'rolling';
const { look } = await databaseNamed(name);

/** The book as it is, and as a later version knows it: with a field more that may be null, and one that has a default. */
const [older, newer] = ['older', 'newer'].map((version) => join(folder, version)) as [string, string];
mkdirSync(older);
cpSync('content/book.ts', join(older, 'book.ts'));
mkdirSync(newer);
const later = readFileSync('content/book.ts', 'utf8')
  .replace('import { ', 'import { choice, ')
  .replace(
    'fields: {',
    `fields: {\n subtitle: text({ max: 20, searchable: true, indexed: true }),\n state: choice(['draft', 'out'], { default: 'draft' }),`,
  );
writeFileSync(join(newer, 'book.ts'), later);

test('an instance goes on while a later version, with more columns, starts beside it', {
  timeout: 60_000,
}, async () => {
  const before = await start(name, { CONTENT_DIR: older });
  const token = await signIn(before);
  const isDone = async (server: Running, method: string, path: string, body?: object) => {
    const answer = await call(server, method, path, { token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Record<string, unknown>;
  };
  /** Everything that can be done with a row, so that no statement is left out. */
  const live = async (server: Running, values: object) => {
    const { id } = await isDone(server, 'POST', '/v1/book', { title: 'made', ...values });
    const path = `/v1/book/${id}`;
    await isDone(server, 'PATCH', path, { title: 'changed' });
    await isDone(server, 'PUT', path, { title: 'replaced', ...values });
    assert.equal((await isDone(server, 'GET', path)).title, 'replaced');
    await isDone(server, 'GET', '/v1/book?filter[title][eq]=replaced&sort=-id&q=repl&total=true');
    await isDone(server, 'DELETE', path);
    await isDone(server, 'GET', '/v1/book/trash');
    await isDone(server, 'POST', `/v1/book/trash/${id}/restore`);
    await isDone(server, 'GET', `${path}/history`);
    return id;
  };
  await live(before, {});
  const after = await start(name, { CONTENT_DIR: newer });
  for (let round = 0; round < 3; round += 1) {
    const [old, young] = [await live(before, {}), await live(after, { subtitle: 'new', state: 'out' })];
    const seen = await isDone(after, 'GET', `/v1/book/${old}`);
    assert.deepEqual(
      [seen.subtitle, seen.state],
      [null, 'draft'],
      'the default of what the older one does not know',
    );
    await isDone(before, 'PATCH', `/v1/book/${young}`, { title: 'changed by the older' });
    const kept = await isDone(after, 'GET', `/v1/book/${young}`);
    assert.deepEqual([kept.title, kept.subtitle, kept.state], ['changed by the older', 'new', 'out']);
    for (const server of [before, after]) await isDone(server, 'GET', '/health/ready');
  }
  assert.equal(await stop(before), 0);
  await live(after, { subtitle: 'alone' });
  assert.equal(await stop(after), 0);
  assert.equal((await look(`select id from book where state is null`)).length, 0);
});
