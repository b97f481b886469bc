import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { makeCaptchaTags } from '../../../server/http/users/captchas.ts';
import { call, databaseNamed, type Running, start, stop } from '../../support/server-process.ts';

const name = 'three';
const QUIRE_SECRET = 'a secret that three processes share';
const PASSWORD = 'process-test-1';
const tags = makeCaptchaTags([QUIRE_SECRET]);
const { look } = await databaseNamed(name);

let instances: readonly Running[];
let root: string;
let turn = 0;
/** Sends a request to the next of the instances, as a proxy before them would. */
const ask = (method: string, path: string, sent: Parameters<typeof call>[3] = {}) =>
  call(instances[turn++ % instances.length] as Running, method, path, sent);
const atOnce = <T>(count: number, send: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, number) => send(number)));
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const codesOf = (answers: readonly { body: Record<string, unknown> }[], code: string) =>
  answers.filter(({ body }) => body.error_code === Number(code)).length;

const logIn = (username: string, password = PASSWORD, { tag, text } = tags.make(Date.now())) =>
  ask('POST', '/cms/user/login', { body: { username, password, captcha: text }, headers: { tag } });
async function signIn(username: string): Promise<{ access: string; refresh: string }> {
  const { status, body } = await logIn(username);
  assert.equal(status, 200, JSON.stringify(body));
  return { access: String(body.access_token), refresh: String(body.refresh_token) };
}
const register = (username: string) =>
  ask('POST', '/cms/user/register', {
    token: root,
    body: { username, password: PASSWORD, confirm_password: PASSWORD },
  });
const isLetIn = async (token: string) => (await ask('GET', '/cms/user/auths', { token })).status;

describe('three instances behind a proxy that takes them in turn', { timeout: 300_000 }, () => {
  before(async () => {
    const settings = { QUIRE_SECRET, LOGIN_CAPTCHA: 'true', QUIRE_ADMIN_PASSWORD: PASSWORD };
    instances = await Promise.all([1, 2, 3].map(() => start(name, settings)));
    root = (await signIn('root')).access;
  });
  after(async () => {
    assert.deepEqual(await Promise.all(instances.map(stop)), [0, 0, 0]);
    for (const { said } of instances) assert.doesNotMatch(said(), /"level":50/, 'nothing failed');
  });

  it('began with one root, two groups and two books', async () => {
    for (const [table, count] of [
      ['quire_user', 1],
      ['quire_group', 2],
      ['book', 2],
    ] as const)
      assert.equal((await look(`select id from ${table}`)).length, count, table);
  });

  it('sign in by a picture once', async () => {
    const picture = tags.make(Date.now());
    const answers = await atOnce(9, () => logIn('root', PASSWORD, picture));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(codesOf(answers, '10260'), 8);
  });

  it('take a user, a group and a grant once', async () => {
    const users = await atOnce(12, () => register('once'));
    assert.deepEqual([codesOf(users, '11'), codesOf(users, '10071')], [1, 11]);
    const groups = await atOnce(12, () =>
      ask('POST', '/cms/admin/group', { token: root, body: { name: 'once', info: '' } }),
    );
    assert.equal(codesOf(groups, '10072'), 11);
    const made = groups.find(({ status }) => status === 201)?.body as unknown as { id: number };
    const [permission] = await look('select id from quire_permission order by id');
    const body = { group_id: made.id, permission_id: Number(permission?.id) };
    const grants = await atOnce(12, () =>
      ask('POST', '/cms/admin/permission/dispatch', { token: root, body }),
    );
    assert.equal(codesOf(grants, '10230'), 11, JSON.stringify(statuses(grants)));
  });

  it('end a session for all at once', async () => {
    await register('leaver');
    for (let round = 0; round < 6; round += 1) {
      const { access, refresh } = await signIn('leaver');
      for (const _ of instances) assert.equal(await isLetIn(access), 200);
      assert.equal((await ask('POST', '/cms/user/logout', { token: access })).status, 200);
      for (const _ of instances) assert.equal(await isLetIn(access), 422);
      const { status, body } = await ask('GET', '/cms/user/refresh', { token: refresh });
      assert.deepEqual([status, body.error_code], [401, 10100]);
    }
  });

  it('give parallel refreshes the same successor', async () => {
    await register('refresher');
    const { refresh } = await signIn('refresher');
    const answers = await atOnce(12, () => ask('GET', '/cms/user/refresh', { token: refresh }));
    assert.deepEqual(new Set(statuses(answers)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
    for (const { body } of answers.slice(0, 3)) assert.equal(await isLetIn(String(body.access_token)), 200);
  });

  it('count wrong passwords together', async () => {
    await register('guessed');
    const answers = await atOnce(45, (number) => logIn('guessed', `wrong guess ${number}`));
    const looked = answers.filter(({ status }) => status === 401).length;
    const atATime = instances.length * Math.max(1, availableParallelism() - 1);
    assert.ok(looked >= 7 && looked < 7 + atATime, `${looked} passwords were looked at`);
    assert.equal(answers.length - looked, answers.filter(({ status }) => status === 429).length);
    for (const _ of instances)
      assert.equal((await logIn('guessed')).status, 429, 'not even by the right one');
  });

  it('do a write with a key once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const title = `keyed-${round}`;
      const sent = { token: root, body: { title }, headers: { 'idempotency-key': title } };
      const answers = await atOnce(9, () => ask('POST', '/v1/book', sent));
      assert.deepEqual(new Set(statuses(answers)), new Set([201]));
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
      assert.equal((await look('select id from book where title = ?', title)).length, 1);
    }
  });

  it('never show that writes crossed each other', async () => {
    const books = await atOnce(4, () => ask('POST', '/v1/book', { token: root, body: { title: 'crossed' } }));
    const ids = books.map(({ body }) => Number(body.id));
    for (let round = 0; round < 6; round += 1) {
      const answers = await atOnce(18, (number) => {
        const order = number % 2 === 0 ? ids : [...ids].reverse();
        const items = order.map((id) => ({ action: 'update', id, values: { author: `${round} ${number}` } }));
        return ask('POST', '/v1/book/bulk', { token: root, body: { items } });
      });
      assert.deepEqual(
        new Set(statuses(answers)),
        new Set([200]),
        JSON.stringify(answers.map(({ body }) => body)),
      );
      const authors = await look(`select author from book where title = 'crossed'`);
      assert.equal(
        new Set(authors.map(({ author }) => author)).size,
        1,
        'all of one write, nothing of another',
      );
    }
  });
});
