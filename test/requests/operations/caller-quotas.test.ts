import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openServer } from '../../../server/start.ts';
import type { Client } from '../../support/client.ts';
import { readExposition } from '../../support/exposition.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { until } from '../../support/until.ts';

const ME = '/api/cms/user/information';
const BOOKS = '/api/v1/book?count=2&sort=id';
const SPAN = 'month';

const app = await freshApp({ language: 'en', metricsNetworks: ['192.0.2.0/24'] });
const { root, nobody } = app;
const keys = keysOf(app);
for (let count = 0; count < 3; count += 1) await app.makeBook({ title: `Book ${count}`, author: 'A' });

interface Shown {
  readonly id: number;
  readonly name: string | null;
  readonly holder_id: number | null;
  readonly uses: readonly { readonly user: string; readonly used: number }[];
}
const give = (values: object) => root.make('/cms/quota', { span: SPAN, ...values });
const shownOf = async (id: number) =>
  (await root.list<Shown>('/cms/quota')).find((one) => one.id === id) as Shown;
const takeAway = (id: number) => root.done(`DELETE /cms/quota/${id}`);

interface Told {
  readonly headers: Readonly<Record<string, unknown>>;
}
const policyOf = ({ headers }: Told) => headers['ratelimit-policy'];
const leftOf = ({ headers }: Told, name: string) =>
  Number(new RegExp(`"${name}";r=(\\d+);t=\\d+`).exec(String(headers.ratelimit))?.[1]);
const isRefused = (answer: { readonly status: number; readonly text: string }) => {
  if (answer.status === 429) assert.match(answer.text, /the quota of \d+ .* per month is used up/);
  return answer.status === 429;
};
const lengthOfMonth = /"[a-z-]+";q=\d+(;qu="[a-z-]+")?;w=(2419200|25056000|2505600|2592000|2678400)/;

/** What each unit takes from a caller who asks until they are refused. */
async function allowed(who: Client, path: string): Promise<number> {
  for (let count = 0; count < 2000; count += 1) if (isRefused(await who.get(path))) return count;
  return Number.POSITIVE_INFINITY;
}

describe('a quota of requests', () => {
  it('bounds a user, tells on /api what is left, and names itself in the refusal', async () => {
    const [person, other] = [await app.person(), await app.person()];
    const id = await give({ holder: 'user', holder_id: person.id, unit: 'requests', most: 3 });
    for (const left of [2, 1, 0]) {
      const answer = await person.get(ME);
      assert.deepEqual([answer.status, leftOf(answer, 'user-requests-month')], [200, left]);
      assert.match(String(policyOf(answer)), lengthOfMonth);
    }
    const refused = await person.get(ME);
    assert.equal(refused.status, 429);
    assert.match(refused.text, /the quota of 3 requests per month is used up/);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await person.get('/lin2/cms/user/information')).status, 429);
    assert.equal(policyOf(await person.get('/cms/user/information')), undefined);
    assert.deepEqual([(await other.get(ME)).status, policyOf(await other.get(ME))], [200, undefined]);
    await takeAway(id);
    assert.equal((await person.get(ME)).status, 200);
  });

  it('of a group is for each of its users; the largest of several groups counts, and a user’s own before it', async () => {
    const [small, large] = [await app.groupWith(), await app.groupWith()];
    await give({ holder: 'group', holder_id: small, unit: 'requests', most: 2 });
    await give({ holder: 'group', holder_id: large, unit: 'requests', most: 4 });
    const [one, another, both, own] = [
      await app.person([small]),
      await app.person([small]),
      await app.person([small, large]),
      await app.person([small, large]),
    ];
    await give({ holder: 'user', holder_id: own.id, unit: 'requests', most: 1 });
    for (const [who, most] of [
      [one, 2],
      [another, 2],
      [both, 4],
      [own, 1],
    ] as const)
      assert.equal(await allowed(who, ME), most);
  });

  it('of a key leaves another key of its user alone, and one of the user holds for all keys', async () => {
    const one = await keys.program();
    const other = app.as((await keys.makeKey(one.owner.id)).key);
    await give({ holder: 'key', holder_id: one.id, unit: 'requests', most: 2 });
    assert.equal(await allowed(one, ME), 2);
    assert.equal((await other.get(ME)).status, 200);
    await give({ holder: 'user', holder_id: one.owner.id, unit: 'requests', most: 2 });
    assert.equal(await allowed(other, ME), 2);
    assert.equal(await allowed(app.as((await keys.makeKey(one.owner.id)).key), ME), 0);
  });

  it('of networks is for each network without a sign-in, and takes nothing from users', async () => {
    const person = await app.person();
    const id = await give({ holder: 'network', unit: 'requests', most: 2 });
    const ask = (address: string) => app.request('GET', '/api/', { address });
    const statuses = [];
    for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.1', '198.51.100.2'])
      statuses.push((await ask(address)).status);
    assert.deepEqual(statuses, [200, 200, 429, 200]);
    for (let count = 0; count < 3; count += 1)
      assert.equal(
        (await app.request('GET', ME, { address: '198.51.100.1', token: person.access })).status,
        200,
      );
    assert.equal((await app.request('GET', '/health/live', { address: '198.51.100.1' })).status, 200);
    await takeAway(id);
  });

  it('of networks leaves signing in and staying signed in to everybody', async () => {
    const person = await app.registered();
    const id = await give({ holder: 'network', unit: 'requests', most: 1 });
    assert.equal(await allowed(nobody, '/api/'), 1);
    const { username, password } = person;
    const again = await app.request('POST', '/cms/user/login', { body: { username, password } });
    assert.equal(again.status, 200, again.text);
    for (const method of ['GET', 'POST'])
      assert.notEqual(
        (await app.request(method, '/cms/user/refresh', { token: person.refresh })).status,
        429,
      );
    assert.equal((await app.request('POST', '/cms/user/captcha')).status, 200);
    await takeAway(id);
  });

  it('never bounds super administrators', async () => {
    await give({ holder: 'user', holder_id: 1, unit: 'requests', most: 1 });
    for (let count = 0; count < 3; count += 1)
      assert.deepEqual([(await root.get(ME)).status, policyOf(await root.get(ME))], [200, undefined]);
  });
});

describe('a quota of records', () => {
  it('counts those of lists, of exports and single ones, also in answers from memory', async () => {
    const person = await app.person();
    await give({ holder: 'user', holder_id: person.id, unit: 'records', most: 9 });
    const left = async (path: string) => leftOf(await person.get(path), 'user-records-month');
    assert.equal(await left(BOOKS), 9);
    assert.equal(await left(BOOKS), 7);
    assert.equal(await left('/api/v1/book/1'), 5);
    assert.equal(await left('/api/v1/book/export?format=json'), 4);
    assert.equal(await left(ME), 1);
    assert.equal(isRefused(await person.get(ME)), true);
  });
});

describe('a quota of cost', () => {
  it('is used up by what the database is asked for', async () => {
    const person = await app.person();
    await give({ holder: 'user', holder_id: person.id, unit: 'cost', most: 1 });
    const paths = Array.from(
      { length: 2000 },
      (_, at) => `/api/v1/book?count=2&filter[title][contains]=${at}`,
    );
    let count = 0;
    for (const path of paths) {
      const answer = await person.get(path);
      if (isRefused(answer)) break;
      assert.equal(answer.status, 200, answer.text);
      count += 1;
    }
    assert.ok(count > 0 && count < paths.length, String(count));
  });
});

describe('a quota of bytes', () => {
  it('counts what leaves on a connection', async () => {
    const person = await app.person();
    await give({ holder: 'user', holder_id: person.id, unit: 'bytes', most: 2000 });
    const base = await app.server.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${person.access}` };
    const seen: number[] = [];
    for (let status = 200; status === 200 && seen.length < 100; ) {
      const answer = await fetch(`${base}${ME}`, { headers });
      const text = await answer.text();
      status = answer.status;
      const left = leftOf({ headers: Object.fromEntries(answer.headers) }, 'user-bytes-month');
      if (seen.length > 0 && status === 200) assert.ok((seen.at(-1) as number) - left > text.length);
      seen.push(left);
    }
    assert.equal(seen[0], 2000);
    assert.ok(seen.length > 2 && seen.length < 100, String(seen));
    assert.equal(seen.at(-1), 0);
  });
});

describe('quotas', async () => {
  const member = await app.person();
  const manager = await app.granted('user.manage', 'key.manage');

  for (const [name, who, status] of [
    ['nobody', nobody, 401],
    ['a member', member, 403],
    ['a manager of users and keys', manager, 403],
  ] as const)
    it(`are not for ${name}`, async () => {
      for (const request of [
        'GET /api/cms/quota',
        'POST /api/cms/quota',
        'PATCH /api/cms/quota/1',
        'DELETE /api/cms/quota/1',
      ])
        assert.equal(
          (await who.ask(request, request.startsWith('GET') ? undefined : { most: 1 })).status,
          status,
          request,
        );
    });

  const good = { holder: 'user', holder_id: member.id, unit: 'requests', most: 5, span: 'day' };
  for (const [what, body, status, field] of [
    ['a user who does not exist', { ...good, holder_id: 999_999 }, 422, 'holder_id'],
    ['no user', { ...good, holder_id: undefined }, 422, 'holder_id'],
    ['a network by an id', { ...good, holder: 'network' }, 422, 'holder_id'],
    ['an unknown unit', { ...good, unit: 'visits' }, 422, 'unit'],
    ['an unknown window', { ...good, span: 'year' }, 422, 'span'],
    ['nothing at all', { ...good, most: 0 }, 422, 'most'],
    ['more than a header can tell', { ...good, most: 1e15 }, 422, 'most'],
    ['another field', { ...good, name: 'mine' }, 422, 'name'],
  ] as const)
    it(`are refused for ${what}`, async () => {
      const answer = await root.post('/api/cms/quota', body);
      assert.equal(answer.status, status);
      assert.ok(answer.text.includes(`"#/${field}"`), answer.text);
    });

  it('stand once for a holder, unit and window; their amount can be changed', async () => {
    const id = await give(good);
    assert.equal((await root.post('/api/cms/quota', good)).status, 409);
    await member.get(ME);
    await root.done(`PATCH /cms/quota/${id}`, { most: 1 });
    assert.equal((await member.get(ME)).status, 429);
    const changed = await root.patch(`/cms/quota/${id}`, { most: 3 });
    assert.match(changed.text, new RegExp(`Quota of user ${member.username} changed: 3 requests per day`));
    assert.equal(leftOf(await member.get(ME), 'user-requests-day'), 1);
    assert.equal((await root.patch('/api/cms/quota/999999', { most: 3 })).status, 404);
    const deleted = await root.delete(`/cms/quota/${id}`);
    assert.match(deleted.text, new RegExp(`Quota of user ${member.username} deleted: 3 requests per day`));
    assert.equal((await root.delete(`/api/cms/quota/${id}`)).status, 404);
  });

  it('show whose they are and who has used most', async () => {
    const group = await app.groupWith();
    const [one, other] = [await app.person([group]), await app.person([group])];
    const id = await give({ holder: 'group', holder_id: group, unit: 'requests', most: 50 });
    for (const who of [one, other, other]) await who.get(ME);
    await until(async () => (await shownOf(id)).uses.length === 2);
    const { name, holder_id, uses } = await shownOf(id);
    assert.deepEqual([holder_id, typeof name], [group, 'string']);
    assert.deepEqual(uses, [
      { user: other.username, used: 2 },
      { user: one.username, used: 1 },
    ]);
    for (let count = 0; count < 4; count += 1) {
      const another = await app.person([group]);
      for (let asked = 0; asked < 2; asked += 1) await another.get(ME);
    }
    await until(async () => (await shownOf(id)).uses.every(({ used }) => used === 2));
    assert.equal((await shownOf(id)).uses.length, 5);
  });

  it('and refusals by them are figures', async () => {
    const { text } = await app.request('GET', '/metrics', { address: '192.0.2.7' });
    const { sum } = readExposition(text);
    assert.ok((sum('quire_quotas', { unit: 'requests' }) ?? 0) > 3);
    assert.ok((sum('quire_quotas_used_up', { unit: 'requests' }) ?? 0) > 3);
    assert.ok((sum('quire_quota_refusals_total', { unit: 'records' }) ?? 0) > 0);
  });

  it('go with the person whose they are', async () => {
    const person = await app.person();
    const id = await give({ holder: 'user', holder_id: person.id, unit: 'requests', most: 5 });
    await person.get(ME);
    await root.done(`POST /cms/admin/user/${person.id}/erasure`, { username: person.username });
    await until(async () => (await shownOf(id)) === undefined);
  });
});

describe('the quotas of several servers', async () => {
  const several = await freshApp({ instances: 2 });

  it('are counted together', async () => {
    const person = await several.person();
    await several.root.make('/cms/quota', {
      holder: 'user',
      holder_id: person.id,
      unit: 'requests',
      most: 6,
      span: SPAN,
    });
    for (let count = 0; count < 4; count += 1) assert.equal((await person.get(ME)).status, 200);
    const uses = async () => (await several.root.list<Shown>('/cms/quota'))[0]?.uses ?? [];
    await until(async () => (await uses())[0]?.used === 4);
    const refused = async () => (await person.get(ME)).status === 429;
    await until(async () => (await refused()) && (await refused())); // one after the other is asked
    assert.ok(((await uses())[0]?.used ?? 0) < 12);
  });

  it('are stored by a server that stops', async () => {
    const stopping = await freshApp({ contentDir: 'content' });
    const person = await stopping.person();
    const quota = { holder: 'user', holder_id: person.id, unit: 'requests', most: 6, span: SPAN };
    await stopping.root.make('/cms/quota', quota);
    await until(async () => policyOf(await person.get(ME)) !== undefined);
    const left = leftOf(await person.get(ME), `user-requests-${SPAN}`);
    await stopping.end();
    const server = await openServer(stopping.settings);
    try {
      const { items } = JSON.parse(
        (
          await server.app.inject({
            url: '/api/cms/quota',
            headers: { authorization: `Bearer ${stopping.root.access}` },
          })
        ).body,
      ) as { items: Shown[] };
      assert.equal(items[0]?.uses[0]?.used, 6 - left);
    } finally {
      await server.close();
    }
  });
});
