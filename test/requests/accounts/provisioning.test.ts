import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';
import { openDirectory } from './open-directory.ts';

const { app, robot, scim, patch, newUser, create } = await openDirectory();
const factors = secondFactorsOf(app);

describe('a directory', () => {
  it('is let in by the permission and a key for accounts alone', async () => {
    const narrow = await app.root.done<{ key: string }>('POST /cms/key', { user_id: robot, name: 'narrow' });
    const member = await app.person();
    for (const token of ['', narrow.key, member.access, 'quire_x']) {
      const { status, body } = await scim('GET', 'Users', undefined, token);
      assert.ok([401, 422].includes(status), String(status));
      assert.equal(body.status, String(status));
    }
    assert.equal((await scim('GET', 'Users')).status, 200);
  });
  it('is asked for a fresh proof where a person with a second factor writes, which a key cannot give', async () => {
    const person = await app.superAdministrator();
    const own = await factors.setUpApp(person);
    let count = 0;
    const write = async () =>
      (await scim('POST', 'Groups', { displayName: `by hand ${++count}` }, person.access)).status;
    assert.equal(await write(), 201);
    await factors.age(person.id);
    assert.equal(await write(), 403);
    assert.equal((await scim('GET', 'Groups', undefined, person.access)).status, 200);
    await person.done('POST /cms/user/reauthentication', { code: own.app.code() });
    assert.equal(await write(), 201);
  });
  it('learns what the server can do', async () => {
    for (const name of ['ServiceProviderConfig', 'Schemas', 'ResourceTypes'])
      assert.equal((await scim('GET', name)).status, 200);
  });
  it('is absent unless the setting says so, and for clients of Lin CMS', async () => {
    const other = await freshApp();
    assert.equal((await other.root.get('/scim/v2/Users')).status, 404);
    for (const base of ['/lin2', '/lin3'])
      assert.equal((await app.root.get(`${base}/scim/v2/Users`)).status, 404);
  });
});

describe('what a directory reads', () => {
  const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
  /** What is said of a resource, with moments that are told as such. */
  const metaOf = (
    resourceType: string,
    path: string,
    { created, lastModified }: Readonly<Record<string, string>>,
  ) => {
    for (const moment of [created, lastModified]) assert.equal(new Date(moment ?? '').toISOString(), moment);
    return { resourceType, created, lastModified, location: `https://quire.test/scim/v2/${path}` };
  };

  it('is all that is known of a user and of a group', async () => {
    const sent = newUser();
    const { id } = (await scim('POST', 'Users', { ...sent, displayName: 'Ada' })).body;
    const members = [{ value: id }];
    const made = (await scim('POST', 'Groups', { displayName: 'countesses', externalId: 'g1', members }))
      .body;
    const user = (await scim('GET', `Users/${id}`)).body;
    assert.deepEqual(user, {
      ...{
        schemas: [`${CORE}:User`],
        id,
        externalId: sent.externalId,
        userName: sent.userName,
        active: true,
      },
      ...{ displayName: 'Ada', name: { formatted: 'Ada' } },
      emails: [{ value: sent.userName, type: 'work', primary: true }],
      groups: [{ value: made.id, display: 'countesses' }],
      meta: metaOf('User', `Users/${id}`, user.meta),
    });
    const group = (await scim('GET', `Groups/${made.id}`)).body;
    const { members: found, ...rest } = group;
    assert.deepEqual(
      found.map(({ value }: { value: string }) => value),
      [id],
    );
    assert.deepEqual(rest, {
      ...{ schemas: [`${CORE}:Group`], id: made.id, externalId: 'g1', displayName: 'countesses' },
      meta: metaOf('Group', `Groups/${made.id}`, group.meta),
    });
  });
});

describe('users of a directory', () => {
  it('are made, found, changed and deleted', async () => {
    const sent = newUser();
    const made = await scim('POST', 'Users', sent);
    assert.equal(made.status, 201);
    assert.equal(made.headers.location, `https://quire.test/scim/v2/Users/${made.body.id}`);
    assert.deepEqual(
      [made.body.userName, made.body.externalId, made.body.displayName, made.body.active],
      [sent.userName, sent.externalId, 'Ada Lovelace', true],
    );
    const filters = [
      `userName eq "${sent.userName.toUpperCase()}"`,
      `externalId eq "${sent.externalId}"`,
      `emails[type eq "work"].value eq "${sent.userName}"`,
      `emails.value eq "${sent.userName}" and active eq true`,
      `(externalId eq "x" or id eq "${made.body.id}") and externalId pr`,
    ];
    for (const filter of filters) {
      const { body } = await scim('GET', `Users?filter=${encodeURIComponent(filter)}`);
      assert.deepEqual([body.totalResults, body.Resources[0]?.id], [1, made.body.id], filter);
    }
    const path = `Users/${made.body.id}`;
    const replaced = await scim('PUT', path, { ...sent, displayName: 'Countess' });
    assert.equal(replaced.body.displayName, 'Countess');
    assert.equal((await scim('DELETE', path)).status, 204);
    assert.equal((await scim('GET', path)).status, 404);
    assert.equal((await scim('POST', 'Users', sent)).status, 201, 'the name is free again');
  });
  it('are made once', async () => {
    const one = await create();
    const again = await scim('POST', 'Users', newUser({ userName: one.userName.toUpperCase() }));
    assert.deepEqual([again.status, again.body.scimType], [409, 'uniqueness']);
    const mail = await scim('POST', 'Users', newUser({ emails: one.emails }));
    assert.deepEqual([mail.status, mail.body.scimType], [409, 'uniqueness']);
    const member = await app.person();
    const taken = await scim('POST', 'Users', newUser({ userName: member.username }));
    assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
  });
  it('are signed out at once when they are deactivated', async () => {
    const person = await app.person();
    const path = `Users/${person.id}`;
    const isIn = async () => (await person.get('/cms/user/information')).status === 200;
    assert.ok(await isIn());
    const ended = await patch(path, { op: 'Replace', path: 'active', value: 'False' });
    assert.deepEqual([ended.status, ended.body.active, await isIn()], [200, false, false]);
    const back = await patch(path, { op: 'replace', value: { active: true } });
    assert.deepEqual([back.body.active, await isIn()], [true, false]);
    const lines = await app.root.list<LogLine>('/cms/log');
    assert.ok(
      lines.some(({ message }) =>
        message.includes(`User ${person.username} was deactivated by the directory`),
      ),
    );
  });
  it('are changed as Entra ID and Okta do it', async () => {
    const { id } = await create();
    const changed = await patch(
      `Users/${id}`,
      { op: 'Add', path: 'displayName', value: 'A' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'other@company.example' },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:externalId', value: 'other' },
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'x',
      },
    );
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(
      [changed.body.displayName, changed.body.emails?.[0]?.value, changed.body.externalId],
      ['A', 'other@company.example', 'other'],
    );
    const removed = await patch(
      `Users/${id}`,
      { op: 'remove', path: 'emails' },
      { op: 'remove', path: 'externalId' },
    );
    assert.deepEqual([removed.body.emails, removed.body.externalId], [undefined, undefined]);
  });
  it('are neither super administrators nor programs', async () => {
    const chief = await app.superAdministrator();
    for (const id of [1, chief.id, robot]) {
      assert.equal((await scim('GET', `Users/${id}`)).status, 404);
      assert.equal((await patch(`Users/${id}`, { op: 'replace', path: 'active', value: false })).status, 404);
      assert.equal((await scim('DELETE', `Users/${id}`)).status, 404);
    }
    const { body } = await scim('GET', 'Users?count=200');
    assert.ok(!body.Resources.some(({ id }) => ['1', String(chief.id), String(robot)].includes(id)));
  });
  it('come in pages', async () => {
    await create();
    const all = (await scim('GET', 'Users?count=200')).body;
    const page = (await scim('GET', 'Users?startIndex=2&count=1&excludedAttributes=groups')).body;
    assert.deepEqual([page.totalResults, page.Resources.length], [all.totalResults, 1]);
    assert.equal(page.Resources[0]?.id, all.Resources[1]?.id);
    assert.equal(page.Resources[0]?.groups, undefined);
    assert.deepEqual((await scim('GET', 'Users?count=0')).body.Resources, []);
  });
  const wrong: Readonly<Record<string, unknown>> = {
    'no object': [],
    'no name': { active: true },
    'a name that is no text': { userName: 7 },
    'a huge name': { userName: 'x'.repeat(300) },
    'a name with control characters': { userName: 'a\u0000b' },
    'a broken address': newUser({ emails: [{ value: 'x' }] }),
    'an invalid boolean': newUser({ active: 'maybe' }),
  };
  for (const [what, body] of Object.entries(wrong))
    it(`are refused with ${what}`, async () => assert.equal((await scim('POST', 'Users', body)).status, 400));
  const filters = [
    '',
    'x',
    'userName',
    'userName eq',
    'userName eq x',
    'userName co "a"',
    '((((',
    'active eq true)',
    `${'('.repeat(500)}`,
    'password eq "x"',
    'userName eq "\\u0000"',
    'a eq "b" and',
    `userName eq "${'x'.repeat(2000)}"`,
  ];
  for (const filter of filters)
    it(`are not found by the filter ${filter.slice(0, 30)}`, async () =>
      assert.equal((await scim('GET', `Users?filter=${encodeURIComponent(filter)}`)).status, 400));
  for (const operations of [
    undefined,
    [],
    'x',
    [{}],
    [{ op: 'move' }],
    [{ op: 'remove' }],
    [{ op: 'replace', path: 'id', value: '1' }],
    [{ op: 'add', path: 'emails[', value: 1 }],
  ])
    it(`are not changed by ${JSON.stringify(operations)}`, async () => {
      const { id } = await create();
      assert.equal((await scim('PATCH', `Users/${id}`, { Operations: operations })).status, 400);
    });
});

describe('groups of a directory', () => {
  it('are made, filled, emptied and deleted', async () => {
    const [one, two] = [await create(), await create()];
    const made = await scim('POST', 'Groups', {
      displayName: 'Crew',
      externalId: 'g1',
      members: [{ value: one.id }],
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const path = `Groups/${made.body.id}`;
    const members = async () => (await scim('GET', path)).body.members.map(({ value }) => value);
    assert.deepEqual(await members(), [one.id]);
    for (const name of ['Crew', 'cREW', 'Ｃrew']) {
      const asked = `Groups?filter=${encodeURIComponent(`displayName eq "${name}"`)}&excludedAttributes=members`;
      const found = await scim('GET', asked);
      assert.deepEqual([found.body.totalResults, found.body.Resources[0]?.members], [1, undefined]);
      assert.equal((await scim('POST', 'Groups', { displayName: name })).status, 409);
    }
    await patch(path, { op: 'Add', path: 'members', value: [{ value: two.id }] });
    assert.deepEqual(await members(), [one.id, two.id]);
    await patch(path, { op: 'remove', path: `members[value eq "${one.id}"]` });
    assert.deepEqual(await members(), [two.id]);
    await patch(path, { op: 'Remove', path: 'members', value: [{ value: two.id }] });
    assert.deepEqual(await members(), []);
    await patch(path, { op: 'replace', path: 'members', value: [{ value: one.id }, { value: two.id }] });
    assert.equal(
      (await patch(path, { op: 'replace', value: { id: made.body.id, displayName: 'The crew' } })).body
        .displayName,
      'The crew',
    );
    assert.equal((await scim('GET', `Users/${one.id}`)).body.groups[0]?.display, 'The crew');
    assert.equal((await scim('DELETE', path)).status, 204);
    assert.equal((await scim('GET', path)).status, 404);
    assert.deepEqual((await scim('GET', `Users/${one.id}`)).body.groups, []);
  });
  it('are neither the super administrators’ nor the guests’', async () => {
    const { id } = await create();
    for (const group of [1, 2]) {
      assert.equal((await scim('GET', `Groups/${group}`)).status, 404);
      assert.equal(
        (await patch(`Groups/${group}`, { op: 'add', path: 'members', value: [{ value: id }] })).status,
        404,
      );
      assert.equal((await scim('DELETE', `Groups/${group}`)).status, 404);
    }
    const taken = await scim('POST', 'Groups', { displayName: 'root' });
    assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
    for (const displayName of ['Super administrators', '超级管理员', 'R00t'])
      assert.equal((await scim('POST', 'Groups', { displayName })).status, 400, displayName);
  });
  it('take no super administrators, programs and strangers', async () => {
    const made = await scim('POST', 'Groups', { displayName: 'Closed' });
    for (const value of ['1', String(robot), '999999', 'x', 7, '']) {
      const { status } = await patch(`Groups/${made.body.id}`, {
        op: 'add',
        path: 'members',
        value: [{ value }],
      });
      assert.equal(status, 400, String(value));
    }
  });
});
