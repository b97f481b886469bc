import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineJob, defineMail } from '../../server/definitions/index.ts';
import { RecordsScope } from '../../server/records/scope/collections-scope.ts';
import { systemContext } from '../../server/records/store/write-context.ts';
import { heard, told } from '../support/bank.ts';
import { freshApp } from '../support/fresh-app.ts';
import { until } from '../support/until.ts';

const app = await freshApp({ contentDir: 'test/projects/shop/content' });
const { quote, reconcile } = await import('../projects/shop/jobs/bank.ts'); // 'quire-cms' is found once a project is open
const buyer = await app.person();
const product = await app.root.make('/v1/product', { name: 'Lamp', price: '10.00' });

/** An order that was paid by root, who told its job how often to fail. */
async function paid(failing: number) {
  const id = await buyer.make('/v1/order', { product });
  await app.root.done(`PATCH /v1/order/${id}`, { state: 'paid', note: String(failing) });
  return id;
}

const orderOf = (id: unknown) => app.root.read(`/v1/order/${id}`);
const jobs = () => app.root.list('/cms/job?kind=jobs/settle');

describe('a job that a hook enqueues', () => {
  it('runs after the commit, in the name of who caused it', async () => {
    const id = await paid(0);
    await until(async () => (await orderOf(id)).state === 'settled');
    const { note } = await orderOf(id);
    assert.match(String(note), /^root [0-9a-f-]{36}$/);
    const history = await app.root.list(`/v1/order/${id}/history`);
    assert.equal(history.length, 3);
  });

  it('is tried again, and given up after its last try, with what its transaction wrote undone', async () => {
    const [late, never] = [await paid(1), await paid(9)];
    await until(async () => (await orderOf(late)).state === 'settled');
    await until(async () => (await orderOf(never)).state === 'stuck');
    assert.equal((await orderOf(never)).note, 'the bank did not answer');
    await until(async () => (await jobs()).some(({ state }) => state === 'failed'));
    const failed = (await jobs()).filter(({ state }) => state === 'failed');
    assert.deepEqual(
      failed.map(({ subject, tries }) => [subject, tries]),
      [[`jobs/settle ${never}`, 2]],
    );
  });

  it('is called what its definition says, in the language of the reader', async () => {
    const [job] = await jobs();
    for (const path of ['/cms/job?kind=jobs/settle', `/cms/job/${job?.id}`])
      for (const [language, label] of [
        ['en', 'Settle an order'],
        ['zh', '结算订单'],
      ] as const) {
        const { body } = await app.root.get<{ label?: string; items?: { label?: string }[] }>(path, {
          headers: { 'accept-language': language },
        });
        assert.equal((body.items?.[0] ?? body).label, label);
      }
  });

  it('is not there if its write fails', async () => {
    const before = (await jobs()).length;
    const id = await buyer.make('/v1/order', { product });
    const paying = `PATCH /v1/order/${id}`;
    assert.deepEqual(await app.root.outcome(paying, { state: 'paid', note: '999' }), [400, 10064]);
    assert.equal((await orderOf(id)).state, 'open');
    assert.equal((await jobs()).length, before);
  });
});

describe('the signal of a job', () => {
  const scopeOf = ({ server }: typeof app) =>
    new RecordsScope(server.store.placeOf(systemContext('the test')));

  it('is aborted when the time of its try is up', async () => {
    const before = Date.now();
    await scopeOf(app).records.enqueue(quote, { account: 'late' });
    await until(async () => (await app.root.list('/cms/job?kind=jobs/quote'))[0]?.state === 'failed');
    await until(() => told.includes('late ends: TimeoutError'));
    assert.ok(told.includes('late is given up in time: it took longer than 1000 ms'), `${told}`);
    const [event] = heard;
    assert.deepEqual([event?.requestId, event?.tries], ['the test', 1]);
    assert.ok(event && event.time >= before && event.time <= Date.now());
  });

  it('is aborted when the server stops, and what waited behind the job does not begin', async () => {
    const stopping = await freshApp({ contentDir: 'test/projects/shop/content' });
    await scopeOf(stopping).transaction(async (records) => {
      for (const account of ['first', 'second']) await records.enqueue(reconcile, { account });
    });
    await until(() => told.includes('first waits'));
    await stopping.end();
    assert.ok(told.includes('first ends: AbortError'), `${told}`);
    assert.ok(!told.includes('second waits'), `${told}`);
    const waiting = await stopping.database.look("select state from quire_job where kind = 'jobs/reconcile'");
    assert.deepEqual(waiting, [{ state: 'waiting' }, { state: 'waiting' }]);
  });
});

it('a job is refused at once if no file of the project exports it', async () => {
  const { placeOf } = app.server.store;
  const { records } = new RecordsScope(placeOf(systemContext('test')));
  const lost = defineJob({ name: 'lost', label: 'Lost', run() {} });
  const note = defineMail({
    name: 'note',
    label: 'Note',
    texts: { en: () => ({ subject: 'a', text: 'b' }) },
  });
  await assert.rejects(
    records.enqueue(lost, {}),
    /nothing would run 'lost': export it from a file in jobs\//,
  );
  await assert.rejects(
    records.send(note, 'a@quire.test', {}),
    /nothing would run 'note': export it from a file in mail\//,
  );
  assert.deepEqual(await app.root.list('/cms/job?kind=jobs/lost'), []);
});

it('a schedule does not make up for times before its schedule was known', async () => {
  const [mark] = await app.root.list('/cms/job?kind=jobs/expire');
  assert.deepEqual([mark?.state, mark?.tries], ['done', 0]);
});

const EXPIRE = {
  kind: 'jobs/expire',
  label: 'Expire orders that were not paid',
  cron: '0 3 * * *',
  time_zone: 'Europe/Berlin',
};

describe('the list of schedules', () => {
  it('tells when each runs next, the soonest first', async () => {
    type Run = { readonly kind: string; readonly next_time: number };
    const before = Date.now();
    const runs = await app.root.list<Run>('/cms/schedule');
    assert.ok(runs.every(({ next_time }) => next_time > before));
    assert.deepEqual(
      runs.map(({ next_time }) => next_time),
      runs.map(({ next_time }) => next_time).sort((one, other) => one - other),
    );
    const [own] = runs.filter(({ kind }) => kind.startsWith('jobs/'));
    const { next_time, ...rest } = own as Run;
    assert.deepEqual(rest, EXPIRE);
    assert.ok(runs.every((run) => run === own || !('label' in run)));
    assert.equal(next_time % 60_000, 0);
  });

  for (const [who, person, status] of [
    ['nobody', app.nobody, 401],
    ['a member', buyer, 401],
    ['the super administrator', app.root, 200],
  ] as const)
    it(`is answered to ${who} with ${status}`, async () => {
      assert.equal((await person.get('/cms/schedule')).status, status);
    });
});
