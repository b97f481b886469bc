import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { call, databaseNamed, type Running, signIn, start, stop } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const WRITERS = 16;

/** What was sent, by its key, and the id that was answered, if anything was. */
type Sent = Map<string, { readonly title: string; id?: unknown }>;

const send = (server: Running, token: string, key: string, title: string) =>
  call(server, 'POST', '/v1/book', { token, body: { title }, headers: { 'idempotency-key': key } });

async function sendUntilGone(server: Running, token: string, writer: number, sent: Sent): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const title = `writer ${writer} turn ${turn}`;
    const entry: { title: string; id?: unknown } = { title };
    sent.set(`${writer}-${turn}`, entry);
    const answer = await send(server, token, `${writer}-${turn}`, title).catch(() => undefined);
    if (!answer) return; // the server is gone
    assert.equal(answer.status, 201);
    entry.id = answer.body.id;
  }
}

test('what a kill left open is sent again to other processes, and is done exactly once', {
  timeout: 300_000,
}, async () => {
  const sent: Sent = new Map();
  const settings = { SAMPLE_DATA: 'false' };
  const killed = await start('repeated', settings);
  const token = await signIn(killed);
  const writers = Array.from({ length: WRITERS }, (_, writer) => sendUntilGone(killed, token, writer, sent));
  await until(() => sent.size >= 10 * WRITERS);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  await Promise.all(writers);
  assert.ok(
    [...sent.values()].some(({ id }) => id === undefined),
    'some were not answered',
  );

  const others = [await start('repeated', settings), await start('repeated', settings)];
  await Promise.all(
    [...sent].map(async ([key, { title, id }]) => {
      const answers = await Promise.all(others.map((server) => send(server, token, key, title)));
      for (const { status, body } of answers) {
        assert.equal(status, 201, JSON.stringify(body));
        assert.equal(body.id, id ?? answers[0]?.body.id, `${title} is one record`);
      }
    }),
  );
  for (const server of others) assert.equal(await stop(server), 0);

  const { look } = await databaseNamed('repeated');
  const titles = (await look('select title from book')).map(({ title }) => title).sort();
  assert.deepEqual(titles, [...sent.values()].map(({ title }) => title).sort());
  assert.equal((await look('select id from quire_answer')).length, sent.size);
});

test('answers are kept for as long as IDEMPOTENCY_HOURS says', { timeout: 300_000 }, async () => {
  const first = await start('expiring');
  const token = await signIn(first);
  for (const key of ['old', 'young']) assert.equal((await send(first, token, key, key)).status, 201);
  assert.equal(await stop(first), 0);
  const { change, look } = await databaseNamed('expiring');
  await change(`update quire_answer set create_time = create_time - 7200000 where "key" = 'old'`);
  const second = await start('expiring', { IDEMPOTENCY_HOURS: '1' });
  const kept = async () => (await look('select "key" as k from quire_answer')).map(({ k }) => k);
  await until(async () => (await kept()).length <= 1);
  assert.deepEqual(await kept(), ['young']);
  assert.equal(await stop(second), 0);
});
