// Takes long: a change of many records is killed, and goes on once the lease has ended.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Bulk } from '../../support/records/bulk.ts';
import { call, databaseNamed, type Running, signIn, start, stop } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const RECORDS = 4000;

async function settled(server: Running, token: string, path: string): Promise<Bulk> {
  let record: Bulk | undefined;
  await until(async () => {
    record = (await call(server, 'GET', path, { token })).body as unknown as Bulk;
    return record.state !== 'running';
  }, 100);
  return record as unknown as Bulk;
}

test('a change by filter goes on where a kill has ended it, and changes no record twice', {
  timeout: 900_000,
}, async () => {
  const settings = { SAMPLE_DATA: 'false' };
  const first = await start('bulk', settings);
  const token = await signIn(first);
  const body = Array.from({ length: RECORDS }, (_, index) => ({ title: `book ${index}`, author: 'before' }));
  const imported = await call(first, 'POST', '/v1/book/import?format=json', { token, body });
  assert.equal(imported.status, 201);
  await settled(first, token, `/v1/book/import/${imported.body.id}`);
  const begun = await call(first, 'POST', '/v1/book/bulk-by-filter?filter[author][eq]=before', {
    token,
    body: { action: 'update', set: { author: 'after' }, expected: RECORDS },
  });
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const { look } = await databaseNamed('bulk');
  const [left] = await look(`select count(*) as records_left from book where author = 'before'`);
  const second = await start('bulk', settings);
  const again = await signIn(second);
  const { state, updated, refused } = await settled(second, again, `/cms/bulk/${begun.body.id}`);
  assert.deepEqual(
    [state, updated, refused],
    ['done', RECORDS, 0],
    `${left?.records_left} were left at the kill`,
  );
  assert.equal(await stop(second), 0);
  const changes = await look(
    `select record_id from quire_revision where collection = 'book' and action = 'update'`,
  );
  assert.equal(changes.length, RECORDS);
  assert.equal(new Set(changes.map(({ record_id }) => record_id)).size, RECORDS);
  const authors = await look('select distinct author from book');
  assert.deepEqual(
    authors.map(({ author }) => author),
    ['after'],
  );
});
