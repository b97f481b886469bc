import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { type Received, webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { engineName, newDatabase } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

const ROUNDS = 5;
const WRITES_A_ROUND = 8;

/** SQL that names all other connections of this name or to this database, and what ends one. */
const killers: Readonly<Record<string, (name: string, database: string) => string>> = {
  postgres: (name) =>
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}'`,
  mysql: (_, database) =>
    `select id from information_schema.processlist where db = '${database}' and id <> connection_id()`,
};

describe('three instances that lose their connections again and again', {
  skip: !killers[engineName],
  timeout: 300_000,
}, () => {
  it('tell a webhook of each write that was acknowledged, in the order of its record', async () => {
    const database = await newDatabase();
    const name = `told_${randomBytes(6).toString('hex')}`;
    const url = new URL(database.address.databaseUrl);
    if (engineName === 'postgres') url.searchParams.set('application_name', name);
    const networks = { webhookNetworks: ['127.0.0.0/8'], logLevel: 'silent' } as const;
    const app = await freshApp({ databaseUrl: url.href, instances: 3, ...networks });
    const receiver = await webhookReceiver();
    await app.root.done('POST /cms/webhook', {
      ...{ name: 'books', url: `${receiver.address}/books`, records: ['book'] },
    });
    const send = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
      const headers = { authorization: `Bearer ${app.root.access}` };
      const answer = await app.server.app.inject({ method, url: path, headers, payload });
      assert.ok(answer.statusCode < 300 || answer.statusCode === 503, answer.body);
      return answer.statusCode < 300 ? answer.json<{ id: number }>() : undefined;
    };
    const kill = async () => {
      const records = await database.look(killers[engineName]?.(name, url.pathname.slice(1)) ?? '');
      if (engineName === 'mysql')
        for (const { id } of records) await database.look(`kill ${id}`).catch(() => {}); // it may be gone
    };
    const acknowledged: (readonly [number, 'created' | 'updated'])[] = [];
    const write = async () => {
      for (let turn = 0; turn < WRITES_A_ROUND; turn += 1) {
        const made = await send('POST', '/v1/book', { title: `book ${turn}` });
        if (!made) continue;
        acknowledged.push([made.id, 'created']);
        const changed = await send('PATCH', `/v1/book/${made.id}`, { title: `book ${turn} again` });
        if (changed) acknowledged.push([made.id, 'updated']);
      }
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const told = receiver.at('/books').length;
      const writing = write();
      await kill();
      await writing;
      if (acknowledged.length > 0) await until(() => receiver.at('/books').length > told);
      await kill(); // while others are sent, and what came of them is noted
    }

    const isTold = ([record, event]: (typeof acknowledged)[number]) =>
      receiver.at('/books').some(({ body: { data } }) => data.row === record && data.event === event);
    await until(() => acknowledged.every(isTold));
    assert.ok(acknowledged.length > 0);
    for (const [record, told] of Map.groupBy(receiver.at('/books'), ({ body }) => body.data.row)) {
      const events = firsts(told).map(({ body }) => body.data.event);
      assert.deepEqual(events, ['created', 'updated'].slice(0, events.length), `record ${record}`);
    }
  });
});

/** The messages without their repetitions, which carry the same id. */
function firsts(messages: readonly Received[]): Received[] {
  const ids = messages.map(({ headers }) => headers['webhook-id']);
  return messages.filter((_, index) => ids.indexOf(ids[index]) === index);
}
