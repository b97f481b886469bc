// Takes long: a server is killed while it sends mails, and started again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { openSmtp } from '../../support/outside/smtp.ts';
import { call, databaseNamed, type Running, signIn, start, stop } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const ROUNDS = 2;
/** How many mails a round lets out before the process is killed. */
const SENT = 12;
/** How many jobs of a kind a process runs at once: at most these are done again after a kill. */
const AT_ONCE = 4;

const smtp = await openSmtp();
const settings = {
  CONTENT_DIR: 'test/projects/shop/content',
  MAIL_URL: smtp.url,
  MAIL_FROM: 'Shop <shop@quire.test>',
};

/** What was answered, so that it must have come about, and what was refused, so that it must not. */
const answered = { mails: new Set<string>(), paid: new Set<string>() };
const refused = new Set<string>();

/** Sends mails and pays orders until the server is gone. */
async function shopUntilGone(server: Running, token: string, product: unknown, name: string): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const to = `${name}-${turn}@quire.test`;
    const isRefused = turn % 4 === 3;
    if (isRefused) refused.add(to);
    const mail = { token, body: { to: [to], name: 'Ada', refused: isRefused } };
    const sent = await call(server, 'POST', '/v1/order/1/receipt', mail);
    assert.equal(sent.status, isRefused ? 400 : 200);
    if (!isRefused) answered.mails.add(to);
    const order = await call(server, 'POST', '/v1/order', { token, body: { product } });
    const paid = { token, body: { state: 'paid' } };
    assert.equal((await call(server, 'PATCH', `/v1/order/${order.body.id}`, paid)).status, 200);
    answered.paid.add(String(order.body.id));
  }
}

test('what was answered is mailed and done after kills, what was refused is not, and little is done twice', {
  timeout: 300_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await start('mail', settings);
    const token = await signIn(server);
    const product = { name: `Lamp ${round}`, price: '10.00' };
    const { id } = (await call(server, 'POST', '/v1/product', { token, body: product })).body;
    const names = [0, 1, 2].map((writer) => `r${round}w${writer}`);
    const before = smtp.taken.length;
    const writers = Promise.allSettled(names.map((name) => shopUntilGone(server, token, id, name)));
    await until(() => smtp.taken.length >= before + SENT);
    const gone = once(server.child, 'close');
    server.child.kill('SIGKILL');
    await gone;
    for (const { reason } of (await writers) as PromiseRejectedResult[])
      assert.ok(!(reason instanceof assert.AssertionError), String(reason));
  }
  const server = await start('mail', settings);
  const { look } = await databaseNamed('mail');
  const open = `select count(*) as n from quire_job where state <> 'done' and kind like '%/%'`;
  await until(async () => Number((await look(open))[0]?.n) === 0, 100);
  assert.equal(await stop(server), 0);

  const to = new Set(smtp.taken.map((mail) => mail.to));
  for (const one of answered.mails) assert.ok(to.has(one), `${one} has their mail`);
  for (const one of refused) assert.ok(!to.has(one), `${one} has no mail`);
  const names = new Set(smtp.taken.map(({ source }) => /^Message-ID: (.+)\r$/m.exec(source)?.[1]));
  const jobs = await look(`select delivery from quire_job where kind = 'mail/receipt'`);
  assert.deepEqual(names, new Set(jobs.map(({ delivery }) => `<${delivery}@quire.test>`)));
  assert.equal(to.size, names.size, 'a mail that is sent again has its name');
  assert.ok(smtp.taken.length - names.size <= ROUNDS * AT_ONCE);

  const records = new Map((await look('select id, state from "order"')).map((record) => [record.id, record]));
  for (const id of answered.paid) assert.equal(records.get(id)?.state, 'settled', `order ${id}`);
  assert.ok(
    [...records.values()].every(({ state }) => state !== 'paid'),
    'no paid order waits for ever',
  );
});
