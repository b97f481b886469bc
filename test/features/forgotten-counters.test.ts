import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Counters } from '../../server/features/quotas/counters.ts';
import { quota } from '../../server/features/quotas/quota.collection.ts';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp();
const { store } = app.server;
const person = await app.person();
const MINUTES_MS = 120_000;

test('what an answer took counts even if it is read so slowly that its caller is forgotten meanwhile', async () => {
  await app.root.make('/cms/quota', {
    holder: 'user',
    holder_id: person.id,
    unit: 'records',
    most: 100,
    span: 'month',
  });
  const [stored] = await store.reads.where(quota, (select) => select.orderBy('id'));
  assert.ok(stored);
  const user = { userId: BigInt(person.id), network: '' };
  const counters = new Counters(store);
  const begun = Date.UTC(2030, 5, 10);
  mock.timers.enable({ apis: ['Date'], now: begun });
  try {
    const counter = counters.of(stored, user, begun);
    await counters.exchange(counter);
    mock.timers.tick(MINUTES_MS);
    await counters.tellAll();
    counters.add(counter, 40, Date.now());
    await counters.tellAll();
    const elsewhere = new Counters(store).of(stored, user, Date.now());
    await new Counters(store).exchange(elsewhere);
    assert.equal(elsewhere.leftAt(Date.now()), 60);
  } finally {
    mock.timers.reset();
  }
});
