// No engine changes its result: it opens embedded databases of its own.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestApp } from '../../server/entries/testing.ts';

const app = await openTestApp({
  CONTENT_DIR: 'test/projects/shop/content',
  LANGUAGE: 'en',
  LOG_LEVEL: 'silent',
});
after(() => app.close());
const { settle } = await import('../projects/shop/jobs/settle.ts'); // 'quire-cms' is found once a project is open
const { expire } = await import('../projects/shop/jobs/nightly.ts');
const { receipt } = await import('../projects/shop/mail/receipt.ts');

const DAY = 86_400_000;
// The names and fields of this project's collections are not among the types of this program.
const records = app.records as unknown as Record<'create' | 'find', (...given: unknown[]) => Promise<never>>;
const product: bigint = await records.create('product', { name: 'Lamp', price: '10.00' });
const order = (values: object = {}): Promise<bigint> => records.create('order', { product, ...values });
const stateOf = async (id: bigint) =>
  ((await records.find('order', id)) as { state: string } | undefined)?.state;

describe('a test app', () => {
  // The first: the clock is moved before the server has looked for what is due.
  it('runs a schedule at once, and at its time where the clock is moved', async () => {
    const old = await order();
    await app.run(expire);
    assert.equal(await stateOf(old), 'open', 'it is not a day old');
    const before = app.clock.now();
    await app.clock.advance(2 * DAY);
    assert.ok(app.clock.now() - before >= 2 * DAY && Date.now() - before >= 2 * DAY);
    assert.equal(await stateOf(old), 'expired');
    assert.ok(new Date() instanceof Date && structuredClone(new Date(0)) instanceof Date);
    assert.equal((await app.as(app.root).get('/cms/job')).status, 200, 'earlier sessions go on');
    await app.clock.set('2040-05-20T03:00:00Z');
    assert.equal(new Date().toISOString().slice(0, 16), '2040-05-20T03:00');
    const person = await app.person();
    assert.equal((await app.as(person).get('/v1/order')).status, 200);
    for (const none of ['some day', '2031-02-30', '2031-02-30T03:00Z', Number.NaN, new Date('')])
      await assert.rejects(app.clock.set(none), /a number, a date or an ISO time$/);
  });

  it('reads and writes collections as own code does, and goes on after a refusal', async () => {
    const id = await order();
    assert.equal(await stateOf(id), 'open');
    await assert.rejects(records.create('order', { product: 999_999n }));
    assert.equal(await stateOf(id), 'open');
    assert.equal((await app.as(app.root).get(`/v1/order/${id}`)).body.state, 'open');
  });

  it('runs a job with its input, by its definition and by its name, and throws what is wrong', async () => {
    const [one, other, failing] = [await order(), await order(), await order()];
    await app.run(settle, { order: one, failing: 0 });
    await app.run('settle', { order: other, failing: 0 });
    assert.deepEqual([await stateOf(one), await stateOf(other)], ['settled', 'settled']);
    await assert.rejects(app.run(settle, { order: failing, failing: 1 }), /the bank did not answer/);
    await assert.rejects(app.run('jobs/settle', { order: one }), /input\.failing is required/);
    await assert.rejects(app.run('settel'), /'settel'; did you mean 'settle'\? \(allowed: /);
    await assert.rejects(app.run('job/settle'), /did you mean 'jobs\/settle'\?/);
    await assert.rejects(app.run('expires'), /did you mean 'expire'\?/);
    await assert.rejects(app.run('expire', {}), /input must be left out/);
  });

  it('sends a mail at once, and shows it in the mailbox', async () => {
    await app.run(receipt, { order: 7n, name: 'Ann' }, { to: 'ann@quire.test', language: 'de' });
    await app.run('mail/receipt', { order: 8n, name: 'Bob' }, { to: 'bob@quire.test' });
    const [mail, ...others] = await app.mailbox.mails('ann@quire.test');
    assert.deepEqual([mail?.subject, mail?.text, others], ['Ihre Bestellung, Ann', 'Danke, Ann: 7', []]);
    assert.equal((await app.mailbox.mails()).length, 2);
    await assert.rejects(app.run('receipt', { order: 8n, name: 'Bob' }), /to must be the address/);
    await assert.rejects(
      app.run(receipt, { order: 7n, name: 'Ann' }, { to: 'nobody' }),
      /to has the wrong format/,
    );
  });
});

describe('POST /cms/job', () => {
  it('runs what a super administrator names, and nobody else may', async () => {
    const id = await order();
    const body = { kind: 'jobs/settle', input: { order: Number(id), failing: 0 } };
    const guest = await app.person();
    assert.equal((await app.as().post('/cms/job', body)).status, 401);
    assert.equal((await app.as(guest).post('/cms/job', body)).status, 401);
    assert.equal(await stateOf(id), 'open');
    const { status, body: answer, text } = await app.as(app.root).post('/cms/job', body);
    assert.equal(status, 201, text);
    await app.idle();
    assert.equal(await stateOf(id), 'settled');
    const { body: job } = await app.as(app.root).get(`/cms/job/${answer.id}`);
    assert.deepEqual([job.kind, job.state, job.create_user_id], ['jobs/settle', 'done', 1]);
    const { items } = (await app.as(app.root).get<{ items: { kind: string }[] }>('/cms/schedule')).body;
    for (const { kind } of items)
      assert.equal((await app.as(app.root).post('/cms/job', { kind })).status, 201, kind);
    await app.idle();
  });

  it('refuses what cannot be run, by its field', async () => {
    for (const [body, field] of [
      [{ kind: 'jobs/nothing' }, 'kind'],
      [{ kind: 'quire_job' }, 'kind'],
      [{ kind: 'jobs/settle', input: { order: 'x', failing: 0 } }, 'input.order'],
      [{ kind: 'jobs/settle', input: 5 }, 'input'],
      [{ kind: 'jobs/settle', input: { order: 1, failing: 0 }, to: 'a@quire.test' }, 'to'],
      [{ kind: 'jobs/expire', input: {} }, 'input'],
      [{ kind: 'mail/receipt', input: { order: 1, name: 'a' } }, 'to'],
      [{ kind: 'mail/receipt', input: { order: 1, name: 'a' }, to: 'x' }, 'to'],
    ] as const) {
      const { status, text } = await app.as(app.root).post('/cms/job', body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.ok(text.includes(field), text);
    }
  });
});
