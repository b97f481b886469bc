// No engine changes its result: lines of the log are written by the process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, signIn, start, stop } from '../../support/server-process.ts';

test('the log names each request and tells nothing that must stay between the client and the server', async () => {
  const server = await start('lines', { LOG_LEVEL: 'trace' });
  const [cookie, query, rightPassword, wrongPassword, newPassword] = [
    'cookie-not-for-eyes',
    'query-not-for-eyes',
    'process-test-1',
    'wrong-not-for-eyes',
    'newer-not-for-eyes',
  ];
  const first = await signIn(server);
  const { body: pair } = await call(server, 'POST', '/cms/user/login', {
    body: { username: 'root', password: rightPassword },
  });
  await call(server, 'POST', '/cms/user/login', { body: { username: 'root', password: wrongPassword } });
  await call(server, 'GET', '/cms/user/refresh', { token: String(pair.refresh_token) });
  const { body: renewed } = await call(server, 'PUT', '/cms/user/change_password', {
    token: first,
    body: { old_password: rightPassword, new_password: newPassword, confirm_password: newPassword },
  });
  const token = String(renewed.access_token);
  await call(server, 'PUT', '/cms/user/change_password', {
    token,
    body: { new_password: { [newPassword]: 1 } },
  });
  await call(server, 'GET', '/v1/book', { token: `${token}x` });
  const url = `${server.base}/v1/book?${query}=1`;
  const answer = await fetch(url, { headers: { cookie, authorization: `Bearer ${token}` } });
  const broken = await fetch(`${server.base}/cms/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":"${newPassword}`,
  });
  assert.deepEqual([answer.status, broken.status], [400, 400]);
  assert.equal(await stop(server), 0);

  const lines = server
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = told.find(({ requestId }) => requestId === answer.headers.get('x-request-id'));
  assert.deepEqual([line?.method, line?.path, line?.status], ['GET', '/v1/book', 400]);
  assert.equal(told.filter(({ msg }) => msg === 'answered').length, 9);
  const secrets = [cookie, query, rightPassword, wrongPassword, newPassword];
  const tokens = [first, token, renewed.refresh_token, pair.access_token, pair.refresh_token].flatMap((one) =>
    String(one).split('.').slice(1),
  );
  for (const secret of [...secrets, ...tokens])
    assert.ok(!server.said().includes(secret), `the log tells ${secret}`);
});

test('the log names the cause of a failure, with the id of its request', async () => {
  const server = await start('failing', { CONTENT_DIR: 'test/content/hooks' });
  const token = await signIn(server);
  const { body: item } = await call(server, 'POST', '/v1/item', { token, body: { stock: 1 } });
  const answer = await fetch(`${server.base}/v1/booking`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ item_id: item.id, amount: 1, word: 'break' }),
  });
  assert.equal(answer.status, 500);
  assert.equal(await stop(server), 0);
  const id = String(answer.headers.get('x-request-id'));
  const line = server
    .said()
    .split('\n')
    .find((one) => one.includes(id) && one.includes('"level":50'));
  assert.match(String(line), /inner detail/);
  assert.doesNotMatch(await answer.text(), /inner detail/);
});
