// Takes long: a server is killed while hooks deliver what was committed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isWhole } from '../../support/in-turn.ts';
import {
  call,
  databaseNamed,
  folder,
  type Running,
  signIn,
  start,
  stop,
} from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const ROUNDS = isWhole ? 5 : 2;
/** How many deliveries a round is let make before the process is killed. */
const TOLD = 20;
const file = join(folder, 'deliveries');
const settings = { CONTENT_DIR: 'test/content/deliveries', TEST_DELIVERIES: file };
const PRICE = '9007199254740993.07';

interface Told {
  readonly delivery: string;
  readonly what: string;
  readonly row: string;
  readonly step: number;
}

function deliveries(): Told[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text.split('\n').slice(0, -1); // whole ones: the file is empty between its first hook's open and write
  return lines.map((line) => {
    const [delivery = '', action, record = '', number, step, price, before] = line.split(' ');
    assert.equal(price, PRICE);
    return { delivery, what: `${action} ${number} ${step} ${before}`, row: record, step: Number(step) };
  });
}

/** Writes until the server is gone; what of it was answered is not known to the last. */
async function writeUntilGone(server: Running, token: string, from: number): Promise<void> {
  for (let number = from; ; number += 1) {
    const made = await call(server, 'POST', '/v1/order', { token, body: { number, price: PRICE } });
    if (number % 5 === 4) assert.equal(made.status, 400);
    else
      for (const step of [1, 2]) {
        const body = { step };
        await call(server, 'PATCH', `/v1/order/${made.body.id}`, { token, body });
      }
  }
}

test('each commit is told to its hook, however often the process is killed, and nothing else is', {
  timeout: 300_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await start('deliveries', settings);
    const token = await signIn(server);
    const writers = Promise.allSettled(
      [0, 1, 2].map((one) => writeUntilGone(server, token, 1000 * (3 * round + one))),
    );
    const gone = once(server.child, 'close');
    const told = deliveries().length;
    await until(() => deliveries().length >= told + TOLD);
    await wait(Math.random() * 100);
    server.child.kill('SIGKILL');
    await gone;
    for (const { reason } of (await writers) as PromiseRejectedResult[])
      assert.ok(!(reason instanceof assert.AssertionError), String(reason));
  }
  const server = await start('deliveries', settings);
  const { look } = await databaseNamed('deliveries');
  const open = async () =>
    Number((await look(`select count(*) as n from quire_job where state <> 'done'`))[0]?.n);
  await until(async () => (await open()) === 0, 100);
  assert.equal(await stop(server), 0);

  const told = deliveries();
  const revisions = await look(
    `select record_id, action from quire_revision where collection = 'order_line'`,
  );
  const written = revisions.length;
  assert.ok(written > 30, `only ${written} were written`);
  const first = new Map(told.map((one) => [one.delivery, one]));
  assert.equal(first.size, written, 'as many as were committed, each by a name of its own');
  for (const { delivery, what } of told) assert.equal(first.get(delivery)?.what, what);
  const records = await look('select id, number, step from order_line');
  assert.ok(records.every(({ number }) => Number(number) % 5 !== 4));
  assert.deepEqual(new Set(told.map(({ row: record }) => record)), new Set(records.map(({ id }) => id)));
  for (const { id } of records) {
    const seen = new Set<string>();
    const steps = told.filter(
      ({ row: record, delivery }) => record === id && !seen.has(delivery) && seen.add(delivery),
    );
    assert.deepEqual(
      steps.map(({ step }) => step),
      steps.map((_, index) => index),
      'in the order of the writes',
    );
  }
  const repeated = told.length - first.size;
  assert.ok(repeated <= 8 * ROUNDS, `${repeated} of ${told.length} were told again`);
});
