// Takes long: a server is killed while it delivers, and its successor waits until the lease has ended.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { MOST_AT_ONCE } from '../../../server/features/webhooks/shares.ts';
import { call, databaseNamed, type Running, signIn, start, stop } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const ROUNDS = 2;
/** How many messages a round lets out before the process is killed. */
const TOLD = 20;
interface Message {
  readonly id: string;
  readonly row: number;
  readonly event: string;
}

const messages: Message[] = [];
const receiver = createServer(async (request, response) => {
  const { data } = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'));
  messages.push({ id: String(request.headers['webhook-id']), row: data.row, event: data.event });
  response.writeHead(messages.length % 7 === 6 ? 503 : 204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
after(() => receiver.close());
const { port } = receiver.address() as { port: number };
const settings = { WEBHOOK_NETWORKS: '127.0.0.1' };

const CHANGES = `quire_change where collection = 'book'`;
const DELIVERED = `quire_webhook_delivery where state = 'delivered'`;
async function numberOf(records: string): Promise<number> {
  const { look } = await databaseNamed('webhooks');
  return Number((await look(`select count(*) as n from ${records}`))[0]?.n);
}

/** Writes until the server is gone; what of it was answered is not known to the last. */
async function writeUntilGone(server: Running, token: string): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const made = await call(server, 'POST', '/v1/book', { token, body: { title: `Book ${turn}` } });
    const path = `/v1/book/${made.body.id}`;
    await call(server, 'PUT', path, { token, body: { title: `Book ${turn} again` } });
  }
}

test('each commit is told to a webhook, in the order of its record, however often the process is killed', {
  timeout: 300_000,
}, async () => {
  let before = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await start('webhooks', settings);
    const token = await signIn(server);
    if (round === 0) {
      const body = { name: 'Books', url: `http://127.0.0.1:${port}/`, records: ['book'] };
      assert.equal((await call(server, 'POST', '/cms/webhook', { token, body })).status, 201);
      before = await numberOf(CHANGES); // the samples
    }
    const told = messages.length;
    const writers = Promise.allSettled([0, 1].map(() => writeUntilGone(server, token)));
    const gone = once(server.child, 'close');
    await until(() => messages.length >= told + TOLD);
    server.child.kill('SIGKILL');
    await gone;
    for (const { reason } of (await writers) as PromiseRejectedResult[])
      assert.ok(!(reason instanceof assert.AssertionError), String(reason));
  }
  const server = await start('webhooks', settings);
  await until(async () => (await numberOf(DELIVERED)) >= (await numberOf(CHANGES)) - before, 100);
  assert.equal(await stop(server), 0);
  const committed = (await numberOf(CHANGES)) - before;

  const first = new Map(messages.toReversed().map((message) => [message.id, message]));
  assert.equal(first.size, committed, 'as many as were committed, each by an id of its own');
  const firsts = messages.filter((message) => first.get(message.id) === message);
  for (const [record, told] of Map.groupBy(firsts, (message) => message.row))
    assert.deepEqual(
      told.map(({ event }) => event),
      ['created', 'updated'].slice(0, told.length),
      `record ${record}`,
    );
  const refused = Math.ceil(messages.length / 7);
  const repeated = messages.length - first.size - refused;
  // At most the messages that a process was sending, or had sent and not noted yet, when it was killed.
  assert.ok(repeated <= ROUNDS * MOST_AT_ONCE, `${repeated} of ${messages.length} were told again`);
});
