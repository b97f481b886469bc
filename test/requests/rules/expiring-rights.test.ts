import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expirySchedule } from '../../../server/access/accounts/expiry.ts';
import type { LogLine } from '../../support/bodies.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/rules' });
const { serviceUser, makeKey } = keysOf(app);
const PERMISSIONS = ['person.salaries', 'post.edit', 'log.search', 'key.manage'];
const held = await app.permissionIds(...PERMISSIONS);
await app.root.make('/v1/person', { name: 'Kim', salary: '1234.00' });
const draft = await app.root.make('/v1/post', { title: 'Draft' });
/** Less than the life of a token. */
const SOON_MS = 600_000;
const FAR = Date.now() + 86_400_000;
const sweep = () => expirySchedule(app.server.store).run(new AbortController().signal);

type Ask = Pick<Person, 'get' | 'ask' | 'read'>;
interface Limited {
  readonly person: Person;
  readonly by: Ask;
  readonly until: number;
}

/** What only the right that ends shows or allows. */
const questions: Readonly<Record<string, (by: Ask) => Promise<boolean>>> = {
  'a route': async (by) => (await by.get('/cms/log/search')).status === 200,
  'a field of records that all may read': async (by) => (await by.get('/v1/person')).text.includes('1234.00'),
  'a filter': async (by) => (await by.get('/v1/person?filter[salary][gt]=1')).status === 200,
  'a record': async (by) => (await by.get(`/v1/post/${draft}`)).status === 200,
  'a list': async (by) => (await by.get('/v1/post')).text.includes('Draft'),
  'what may be done with a record': async (by) =>
    /"can":\{[^}]*true/.test((await by.get(`/v1/post/${draft}?can=1`)).text),
  'an export': async (by) => (await by.get('/v1/person/export?format=csv')).text.includes('1234.00'),
  'a write': async (by) => (await by.ask(`PATCH /v1/post/${draft}`, { title: 'Draft' })).status === 200,
  'the definitions': async (by) => (await by.get('/cms/definition/person')).text.includes('salary'),
  'another base': async (by) => (await by.get('/lin3/cms/log/search')).status === 200,
};

/** Ways to hold the rights until a time. */
const ways = {
  'a membership': async (until: number): Promise<Limited> => {
    const person = await app.person();
    const group = await app.groupWith(...PERMISSIONS);
    await app.root.done(`PUT /cms/admin/user/${person.id}/memberships/${group}`, { until });
    return { person, by: person, until };
  },
  'a grant': async (until: number): Promise<Limited> => {
    const group_id = await app.groupWith();
    const person = await app.person([group_id]);
    await app.root.done('POST /cms/admin/grants', { changes: [{ group_id, grant: held, until }] });
    return { person, by: person, until };
  },
  'a membership of a program': async (until: number): Promise<Limited> => {
    const { id } = await serviceUser();
    const { key } = await makeKey(id);
    const group = await app.groupWith(...PERMISSIONS);
    await app.root.done(`PUT /cms/admin/user/${id}/memberships/${group}`, { until });
    const person = await app.person();
    return { person, by: app.as(key), until };
  },
};

for (const [way, give] of Object.entries(ways))
  describe(`${way} that ends`, () => {
    it('allows all of it before', async () => {
      const { by } = await give(FAR);
      for (const [what, asks] of Object.entries(questions)) assert.ok(await asks(by), what);
    });
    it('allows nothing of it from its moment on, though nothing was written and all was asked for', async ({
      mock: { timers },
    }) => {
      const { by, until } = await give(Date.now() + SOON_MS);
      // Twice: the second answer may come from memory. A write would make what is remembered stale.
      for (let round = 0; round < 2; round += 1)
        for (const [what, asks] of Object.entries(questions))
          if (what !== 'a write') assert.ok(await asks(by), what);
      timers.enable({ apis: ['Date'], now: until });
      assert.equal((await by.get('/v1/post')).status, 200, 'the session goes on');
      for (const [what, asks] of Object.entries(questions)) assert.equal(await asks(by), false, what);
    });
  });

describe('what ends', () => {
  it('is told to its holder only while it lasts', async () => {
    const { person } = await ways['a grant'](FAR);
    assert.match((await person.get('/cms/user/auths')).text, /Search the log/);
    await app.behind('update quire_grant set until = 1 where until = ?', FAR);
    assert.doesNotMatch((await person.get('/cms/user/auths')).text, /Search the log/);
    assert.doesNotMatch((await person.get('/cms/user/permissions')).text, /Search the log/);
  });
  it('is shown as over, logged once, and removed after 30 days', async () => {
    const { person } = await ways['a membership'](FAR);
    const path = `/cms/admin/user/${person.id}/memberships`;
    const shown = async () =>
      (await app.root.read<{ until: number | null; is_over: boolean }[]>(path)).filter((one) => one.until);
    assert.deepEqual(
      (await shown()).map(({ is_over }) => is_over),
      [false],
    );
    await app.behind(
      'update quire_membership set until = ? where user_id = ? and until = ?',
      Date.now() - 1,
      person.id,
      FAR,
    );
    assert.deepEqual(
      (await shown()).map(({ is_over }) => is_over),
      [true],
    );
    await sweep();
    await sweep();
    const lines = await app.root.list<LogLine>('/cms/log/search?keyword=ended&count=100');
    const own = lines.filter((line) =>
      line.message.includes(`The membership of user ${person.username} in group`),
    );
    assert.equal(own.length, 1);
    await app.behind(
      'update quire_membership set until = 1 where user_id = ? and until is not null',
      person.id,
    );
    await sweep();
    assert.deepEqual(await shown(), []);
  });
  it('no longer counts among the users of a group', async () => {
    const group = await app.groupWith();
    const person = await app.person();
    await app.root.done(`PUT /cms/admin/user/${person.id}/memberships/${group}`, { until: FAR });
    assert.equal((await app.root.delete(`/cms/admin/group/${group}`)).status, 403);
    await app.behind('update quire_membership set until = 1 where group_id = ?', group);
    assert.doesNotMatch((await app.root.get(`/cms/admin/users?group_id=${group}`)).text, /"username"/);
    await app.root.done(`DELETE /cms/admin/group/${group}`);
  });
  it('begins again by the routes of the family', async () => {
    const { person } = await ways['a membership'](FAR);
    const [group] = await app.root
      .read<{ group_id: number; until: number | null }[]>(`/cms/admin/user/${person.id}/memberships`)
      .then((all) => all.filter((one) => one.until));
    await app.behind(
      'update quire_membership set until = 1 where user_id = ? and until is not null',
      person.id,
    );
    assert.equal((await person.get('/cms/log/search')).status, 401);
    await app.root.done(`PUT /cms/admin/user/${person.id}`, { group_ids: [group?.group_id] });
    assert.equal((await person.get('/cms/log/search')).status, 200);
  });
  it('is explained with its end, and as missing afterwards', async () => {
    const { person } = await ways['a membership'](FAR);
    const path = `/cms/access/explain?method=GET&path=/cms/log/search&user=${person.id}`;
    const before = await app.root.read<{ allowed: boolean; decisions: unknown }>(path);
    assert.ok(before.allowed);
    assert.match(JSON.stringify(before.decisions), new RegExp(`"until":${FAR}`));
    const holders = '/cms/access/holders?method=GET&path=/cms/log/search&count=100';
    assert.ok((await app.root.get(holders)).text.includes(`"${person.username}"`));
    await app.behind(
      'update quire_membership set until = 1 where user_id = ? and until is not null',
      person.id,
    );
    const after = await app.root.read<{ allowed: boolean; missing: { key: string }[] }>(path);
    assert.deepEqual([after.allowed, after.missing.map(({ key }) => key)], [false, ['log.search']]);
    assert.ok(!(await app.root.get(holders)).text.includes(`"${person.username}"`));
  });
  for (const until of [1, 0, -1, 8_640_000_000_000_001, 'tomorrow', 1.5])
    it(`at ${until} is refused`, async () => {
      const person = await app.person();
      const group = await app.groupWith();
      const answer = await app.root.put(`/cms/admin/user/${person.id}/memberships/${group}`, { until });
      assert.equal(answer.status, 400);
      const change = { group_id: group, grant: held, until };
      assert.equal((await app.root.post('/cms/admin/grants', { changes: [change] })).status, 400);
    });
});

describe('memberships with terms', () => {
  it('are changed and ended by super administrators alone', async () => {
    const group = await app.groupWith();
    const person = await app.person();
    const path = `/cms/admin/user/${person.id}/memberships`;
    for (const one of [app.nobody, person, await app.granted(...PERMISSIONS)]) {
      assert.deepEqual(await one.outcome(`GET ${path}`), [401, 10000]);
      assert.deepEqual(await one.outcome(`PUT ${path}/${group}`, {}), [401, 10000]);
      assert.deepEqual(await one.outcome(`DELETE ${path}/${group}`), [401, 10000]);
    }
    await app.root.done(`PUT ${path}/${group}`, { until: FAR, reason: 'Holidays' });
    await app.root.done(`PUT ${path}/${group}`, { reason: 'For good' });
    const mine = (await app.root.read<{ group_id: number }[]>(path)).find((one) => one.group_id === group);
    assert.deepEqual(
      { ...mine, create_time: 0 },
      {
        group_id: group,
        name: 'x',
        until: null,
        reason: 'For good',
        is_over: false,
        create_time: 0,
        create_user_id: 1,
        ...(mine && { name: (mine as { name?: string }).name }),
      },
    );
    await app.root.done(`DELETE ${path}/${group}`);
    assert.equal((await app.root.delete(`${path}/${group}`)).status, 404);
    for (const wrong of [`${path}/1`, `/cms/admin/user/1/memberships/${group}`])
      assert.equal((await app.root.put(wrong, {})).status, 403);
  });
});
