import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { call, databaseNamed, signIn, start, stop } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const NAME = 'somebody-private';
const DOUBLINGS = 9;
const columns =
  'message, user_id, username, status_code, method, path, permission, create_time, create_user_id';

test('an erasure goes on in another process, as often as its own dies', async () => {
  const { look, change } = await databaseNamed('erasure', 'content');
  const [first, second] = await Promise.all([start('erasure'), start('erasure', { WORKERS: '1' })]);
  const token = await signIn(first);
  const body = { username: NAME, password: 'correct-horse-7', confirm_password: 'correct-horse-7' };
  const { body: made } = await call(first, 'POST', '/cms/user/register', { token, body });
  for (let turn = 0; turn < 6; turn += 1) await signIn(first, NAME, 'correct-horse-7');
  for (let turn = 0; turn < DOUBLINGS; turn += 1)
    await change(
      `insert into quire_log (${columns}) select ${columns} from quire_log where username = '${NAME}'`,
    );
  const left = async () => {
    const [record] = await look(`select count(*) as n from quire_log where message like '%${NAME}%'`);
    return Number(record?.n);
  };
  const all = await left();
  const path = `/cms/admin/user/${made.id}/erasure`;
  assert.equal((await call(first, 'POST', path, { token, body: { username: NAME } })).status, 200);
  await until(async () => (await left()) < all);
  const gone = once(first.child, 'close');
  first.child.kill('SIGKILL');
  await gone;
  // Its lease has ended, and many processes have died over it.
  await change(
    "update quire_job set due_time = 0, tries = 50 where kind = 'erase traces of a user' and data like '%somebody%'",
  );
  await until(async () => (await left()) === 0);
  const named = `select id from quire_job where data like '%${NAME}%'`;
  await until(async () => (await look(named)).length === 0);
  const [job] = await look(
    "select state, problem from quire_job where kind = 'erase traces of a user' order by id",
  );
  assert.deepEqual([job?.state, job?.problem ?? ''], ['done', '']);
  assert.equal(await stop(second), 0);
});
