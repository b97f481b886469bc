import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, databaseNamed, signIn, start, stop } from '../../support/server-process.ts';

test('a server that is told to end finishes the hooks of what it has committed', {
  timeout: 300_000,
}, async () => {
  const server = await start('hooks', { CONTENT_DIR: 'test/content/hooks' });
  const token = await signIn(server);
  const item = (await call(server, 'POST', '/v1/item', { token, body: {} })).body.id;
  const words = ['slow letter', 'slow letter', 'lost letter', 'plain'];
  for (const word of words) {
    const body = { item_id: item, amount: 1, word };
    assert.equal((await call(server, 'POST', '/v1/booking', { token, body })).status, 201);
  }
  assert.equal(await stop(server), 0);
  const { look } = await databaseNamed('hooks');
  assert.equal((await look('select text from letter')).length, 3);
  assert.match(server.said(), /hook booking.afterCommit failed/);
  assert.match(server.said(), /no post today/);
});
