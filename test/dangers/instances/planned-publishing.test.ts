// Takes long: several servers publish the same plans, and one is killed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { call, databaseNamed, signIn, start, stop } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const NAME = 'planned-publishing';
const settings = { CONTENT_DIR: 'test/content/drafts' };
const RECORDS = 20;
/** Long enough for a slow, busy machine to plan all records. */
const TO_PLAN_MS = 20_000;

test('what two processes are to publish at a time is published once, although one of them is killed then', {
  timeout: 300_000,
}, async () => {
  const [one, other] = [await start(NAME, settings), await start(NAME, settings)];
  const token = await signIn(one);
  const paths: string[] = [];
  for (let record = 0; record < RECORDS; record += 1) {
    const made = await call(one, 'POST', '/v1/essay', { token, body: { title: `Essay ${record}` } });
    paths.push(`/v1/essay/${made.body.id}/publish`);
  }
  const at = Date.now() + TO_PLAN_MS;
  for (const [record, path] of paths.entries()) {
    const planned = await call(record % 2 === 0 ? one : other, 'POST', path, {
      token,
      body: { at: at + record * 10 },
    });
    assert.equal(planned.status, 200, JSON.stringify(planned.body));
  }
  const { look } = await databaseNamed(NAME);
  const count = async (where: string) =>
    Number(
      (await look(`select count(*) as n from quire_revision where collection = 'essay' and ${where}`))[0]?.n,
    );
  await until(async () => (await count(`action = 'create'`)) > 0);
  const gone = once(one.child, 'close');
  one.child.kill('SIGKILL');
  await gone;
  await until(async () => (await count(`action = 'create'`)) >= RECORDS);
  const published = await call(other, 'GET', '/v1/essay?count=100');
  assert.equal(published.body.total as unknown, RECORDS);
  const left = await call(other, 'GET', '/v1/essay?version=draft&filter[publish_time][null]=false', {
    token,
  });
  assert.deepEqual(left.body.items, []);
  assert.equal(await stop(other), 0);
  assert.deepEqual([await count(`action = 'create'`), await count(`action <> 'create'`)], [RECORDS, 0]);
});
