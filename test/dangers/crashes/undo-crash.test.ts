import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isWhole } from '../../support/in-turn.ts';
import { call, databaseNamed, signIn, start, stop } from '../../support/server-process.ts';

const RECORDS = 800;
const ROUNDS = isWhole ? 3 : 1;

test('an undo that is killed is done as a whole or not at all', { timeout: 300_000 }, async () => {
  const settings = { SAMPLE_DATA: 'false' };
  let server = await start('undo', settings);
  let token = await signIn(server);
  const items = Array.from({ length: RECORDS }, (_, index) => ({
    action: 'create',
    values: { title: `book ${index}`, author: 'wrong' },
  }));
  const made = await call(server, 'POST', '/v1/book/bulk', { token, body: { items } });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { look } = await databaseNamed('undo');
  const living = async () => {
    const [record] = await look(
      `select count(*) as n from book where author = 'wrong' and is_deleted = false`,
    );
    return Number(record?.n);
  };
  const [first] = await look(`select request_id from quire_revision where collection = 'book'`);
  const body = { request: first?.request_id, expected: RECORDS };
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await living();
    const answer = call(server, 'POST', '/cms/undo', { token, body }).catch(() => undefined);
    await wait(Math.random() * 400);
    const gone = once(server.child, 'close');
    server.child.kill('SIGKILL');
    await gone;
    const answered = await answer;
    server = await start('undo', settings);
    token = await signIn(server);
    const left = await living();
    assert.ok(left === 0 || left === before, `${left} of ${before} are left`);
    if (answered?.status === 201) assert.equal(left, 0);
    const undos = await look('select removed from quire_undo');
    assert.deepEqual(
      undos.map(({ removed }) => Number(removed)),
      left === 0 ? [RECORDS] : [],
    );
  }
  if ((await living()) > 0)
    assert.equal((await call(server, 'POST', '/cms/undo', { token, body })).status, 201);
  assert.equal(await living(), 0);
  assert.equal(await stop(server), 0);
});
