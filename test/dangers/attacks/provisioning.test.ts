import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScimBody } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en', scim: true });
const groupId = await app.groupWith('directory.provision');
const robot = await app.root.make('/cms/service-user', { username: 'directory', group_ids: [groupId] });
const newKey = async (more: object) =>
  (await app.root.done<{ key: string }>('POST /cms/key', { user_id: robot, name: 'sync', ...more })).key;
const key = await newKey({ manages_accounts: true });

/** A request as a directory sends it, or somebody who has its key; the server must not break over it. */
async function scim(request: string, body?: unknown, token = key) {
  const [method = '', path = ''] = request.split(' ');
  const answer = await app.request<ScimBody>(method, `/scim/v2/${path}`, {
    token,
    headers: { 'content-type': 'application/scim+json' },
    ...(body !== undefined && { body }),
  });
  const told = answer.text === '' ? {} : JSON.parse(answer.text);
  return { status: answer.status, body: told as ScimBody, text: answer.text };
}
const patch = (...operations: unknown[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});
let count = 0;
const provisioned = async (more: object = {}) =>
  (await scim('POST Users', { userName: `p${++count}@company.example`, active: true, ...more })).body;
const chief = await app.superAdministrator();
const team = (await scim('POST Groups', { displayName: 'Team' })).body;

describe('a directory does not reach', () => {
  const guests = '2';
  const unreachable = { root: '1', 'a super administrator': String(chief.id), 'a program': String(robot) };
  for (const [who, id] of Object.entries(unreachable))
    it(who, async () => {
      for (const request of [`GET Users/${id}`, `DELETE Users/${id}`])
        assert.equal((await scim(request)).status, 404, request);
      assert.equal((await scim(`PUT Users/${id}`, { userName: 'x', active: false })).status, 404);
      const ended = patch({ op: 'replace', path: 'active', value: false });
      assert.equal((await scim(`PATCH Users/${id}`, ended)).status, 404);
      const { body } = await scim(`GET Users?filter=${encodeURIComponent(`id eq "${id}" or id pr`)}`);
      assert.ok(body.Resources.every((one) => one.id !== id));
      const joining = patch({ op: 'add', path: 'members', value: [{ value: id }] });
      assert.equal((await scim(`PATCH Groups/${team.id}`, joining)).status, 400);
      assert.equal((await scim('POST Groups', { displayName: 'y', members: [{ value: id }] })).status, 400);
    });

  for (const [what, id] of Object.entries({ 'the super administrators': '1', 'the guests': guests }))
    it(`the group of ${what}`, async () => {
      const person = await provisioned();
      const joining = patch({ op: 'add', path: 'members', value: [{ value: person.id }] });
      for (const [request, body] of [
        [`GET Groups/${id}`],
        [`PATCH Groups/${id}`, joining],
        [`PUT Groups/${id}`, { displayName: 'x', members: [{ value: person.id }] }],
        [`DELETE Groups/${id}`],
      ] as const)
        assert.equal((await scim(request, body)).status, 404, request);
    });

  it('a user while they have broken the glass', async () => {
    const { id } = await provisioned();
    await app.behind('update quire_membership set group_id = 1 where user_id = ?', id);
    assert.equal((await scim(`PUT Users/${id}`, { userName: 'x', active: false })).status, 404);
    await app.behind('update quire_membership set until = 1 where user_id = ?', id);
    assert.equal((await scim(`PUT Users/${id}`, { userName: 'x', active: false })).status, 200, 'afterwards');
  });

  it('more of a user than it is told it may change', async () => {
    const { id } = await provisioned({
      id: '1',
      password: 'another horse 2',
      is_service: true,
      admin: 1,
      level: 'root',
      roles: [{ value: 'admin' }],
      groups: [{ value: '1' }, { value: team.id }],
      second_factor: false,
    });
    assert.notEqual(id, '1');
    const [record] = await app.database.look(`select is_service from quire_user where id = ${Number(id)}`);
    assert.equal(Number(record?.is_service), 0);
    const memberships = `select group_id from quire_membership where user_id = ${Number(id)}`;
    assert.deepEqual(
      (await app.database.look(memberships)).map(({ group_id }) => Number(group_id)),
      [Number(guests)],
    );
    for (const path of ['id', 'meta', 'groups', 'schemas'])
      assert.equal((await scim(`PATCH Users/${id}`, patch({ op: 'add', path, value: '1' }))).status, 400);
  });
});

describe('the key of a directory', () => {
  it('is needed whole: a narrower one, and a person without the permission, get nothing', async () => {
    const member = await app.person();
    const others = {
      'without accounts': await newKey({ name: 'a' }),
      'only reading': await newKey({ name: 'b', manages_accounts: true, read_only: true }),
      'of a member': member.access,
      'of nobody': `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
    };
    for (const [what, token] of Object.entries(others)) {
      const { status } = await scim('POST Users', { userName: 'thief@company.example' }, token);
      assert.ok([401, 403, 422].includes(status), `${what}: ${status}`);
    }
  });
});

describe('of requests at the same moment', () => {
  it('one makes the user, and one the group', async () => {
    for (const [path, body] of [
      ['Users', { userName: 'race@company.example', active: true }],
      ['Groups', { displayName: 'Race' }],
    ] as const) {
      const all = await Promise.all(Array.from({ length: 20 }, () => scim(`POST ${path}`, body)));
      const made = all.filter(({ status }) => status === 201);
      assert.equal(made.length, 1, path);
      assert.ok(all.every(({ status }) => status === 201 || status === 409));
    }
  });

  it('none leaves a user half in a group', async () => {
    const { id } = await provisioned();
    const change = (op: string) =>
      scim(`PATCH Groups/${team.id}`, patch({ op, path: 'members', value: [{ value: id }] }));
    await Promise.all(Array.from({ length: 10 }, (_, index) => change(index % 2 === 0 ? 'add' : 'remove')));
    const { body } = await scim(`GET Users/${id}`);
    const inGroup = (await scim(`GET Groups/${team.id}`)).body.members?.some(({ value }) => value === id);
    assert.equal(body.groups?.length, inGroup ? 1 : 0);
  });
});

describe('a filter', () => {
  const attributes = ['constructor', '__proto__', 'tostring', 'hasOwnProperty', 'u.id', 'password', '1'];
  const filters = [
    ...attributes.flatMap((name) => [`${name} eq "1"`, `${name} pr`]),
    ...['', '(', ')', 'eq', 'userName', 'userName eq', 'userName eq x', 'userName eq "', 'id eq 1 or'],
    ...['not (id pr)', 'id eq "\\ud800"', 'id eq "\\u0000"', `${'('.repeat(200)}`, '['.repeat(500)],
    ...[`userName eq "a"${' or userName eq "a"'.repeat(40)}`, 'x'.repeat(2000)],
  ];
  for (const kind of ['Users', 'Groups'])
    it(`of ${kind} that is invalid is refused`, async () => {
      for (const filter of filters) {
        const { status, text } = await scim(`GET ${kind}?filter=${encodeURIComponent(filter)}`);
        assert.equal(status, 400, `${filter.slice(0, 40)}: ${text.slice(0, 200)}`);
      }
    });

  it('is a value to the database, whatever it holds', async () => {
    for (const value of ["' or 1=1 --", '%', '_', '*', '\\\\', "'; drop table quire_user; --"]) {
      const filter = encodeURIComponent(`displayName eq "${value}" or externalId eq "${value}"`);
      for (const kind of ['Users', 'Groups']) {
        const { status, body } = await scim(`GET ${kind}?filter=${filter}`);
        assert.deepEqual([status, body.totalResults], [200, 0], value);
      }
    }
  });
});

describe('what no directory sends', () => {
  const paths = ['constructor', '__proto__', 'members[constructor eq "1"]', 'emails[a eq "b"].constructor'];
  const known = ['members', 'members.value', 'displayName', 'active', 'externalId', 'userName', 'emails'];
  const values = [null, 'x', 7, true, [], {}, [null], [{ value: {} }], '\u0000', 'x'.repeat(5000)];

  it('breaks nothing as an operation', async () => {
    const { id } = await provisioned();
    for (const target of [`Users/${id}`, `Groups/${team.id}`])
      for (const path of [...paths, ...known])
        for (const op of ['add', 'remove', 'constructor'])
          for (const value of values) {
            const { status } = await scim(`PATCH ${target}`, patch({ op, path, value }));
            assert.ok(status === 200 || status === 400 || status === 409, `${status} ${op} ${path}`);
          }
  });

  it('is refused as a body', async () => {
    const { id } = await provisioned();
    const bodies = [[], null, 'x', 7, {}, { Operations: {} }, { Operations: [null] }, { Operations: [{}] }];
    const many = { Operations: Array(200).fill({ op: 'add', path: 'active', value: true }) };
    for (const body of [...bodies, many])
      for (const request of [`PATCH Users/${id}`, `PUT Users/${id}`, 'POST Users', 'POST Groups'])
        assert.equal((await scim(request, body)).status, 400, `${request} ${JSON.stringify(body)}`);
    const proto = JSON.parse('{"userName":"p@x.example","__proto__":{"active":false}}');
    assert.equal((await scim('POST Users', proto)).status, 400);
  });
});
