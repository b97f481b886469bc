import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Preview } from '../../support/bodies.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { ADMINISTERS, delegatesOf } from '../../support/records/delegates.ts';

const EDIT = 'post.edit';
const app = await freshApp({ contentDir: 'test/content/rules' });
const { root, nobody } = app;
const { team } = delegatesOf(app);
const [edit = 0, salaries = 0, breakGlass = 0] = await app.permissionIds(
  EDIT,
  'person.salaries',
  'break_glass.use',
);
const { groupId, delegate, member } = await team(ADMINISTERS.users, ADMINISTERS.grants, EDIT);
const other = await app.granted('person.salaries');
const both = await app.person([groupId, other.groupId]);
await root.make('/v1/post', { title: 'of root' });
const own = await member.make('/v1/post', { title: 'of a member' });
await member.done(`PATCH /v1/post/${own}`, { title: 'changed' });
const revokes = { grants: [{ group_id: groupId, revoke: [edit] }] };
const preview = (by: Pick<Person, 'done'>, changes: object) =>
  by.done<Preview>('POST /cms/access/preview', changes);
const refusal = async (by: Pick<Person, 'post'>, changes: object) => {
  const { status, body } = await by.post('/cms/access/preview', changes);
  return [status, body.error_code, body.msg];
};

describe('of a change in a group of theirs, a delegate is told', () => {
  it('what it does to those whom they manage and to themselves, and to nobody else', async () => {
    const told = await preview(delegate, revokes);
    assert.deepEqual(
      told.users.map(({ id, loses }) => [id, loses]),
      [delegate, member].map(({ id }) => [id, ['post.edit']]),
    );
    assert.deepEqual([told.complete, told.gaining, told.losing], [true, 0, 2]);
    assert.deepEqual(
      told.permissions.map(({ key, name }) => [key, name]),
      [[EDIT, 'Edit all posts']],
    );
    assert.equal((await preview(root, revokes)).losing, 3);
  });

  it('how many records there are where they read all of them, but not how many a condition leaves', async () => {
    const counted = (of: Preview) =>
      of.users[1]?.differences.find(({ subject }) => subject === 'post read') as object;
    assert.deepEqual(counted(await preview(delegate, revokes)), {
      subject: 'post read',
      before: { rows: 'all', count: 2, exact: true },
      after: { rows: 'some', count: null, exact: false },
    });
    assert.deepEqual(counted(await preview(root, revokes)), {
      subject: 'post read',
      before: { rows: 'all', count: 2, exact: true },
      after: { rows: 'some', count: 1, exact: true },
    });
  });

  it('nothing of the log, unless they may read it; of uses never', async () => {
    const { past, uses } = await preview(delegate, revokes);
    assert.deepEqual([past, uses], [null, null]);
    const reading = await team(ADMINISTERS.users, ADMINISTERS.grants, EDIT, 'log.list');
    const made = await reading.member.make('/v1/post', { title: 'by root', state: 'draft' });
    await reading.member.done(`DELETE /v1/post/${made}`);
    const foreign = await app.person([reading.groupId, other.groupId]);
    const hidden = await foreign.make('/v1/post', { title: 'hidden' });
    await foreign.done(`DELETE /v1/post/${hidden}`);
    const changes = { grants: [{ group_id: reading.groupId, revoke: [edit] }] };
    const told = await preview(reading.delegate, changes);
    assert.equal(told.uses, null);
    assert.ok(told.past);
    assert.ok(told.past.items.every(({ username }) => username !== foreign.username));
  });

  it('of themselves alone, if they may not see users', async () => {
    const giving = await team(ADMINISTERS.grants, EDIT);
    const changes = { grants: [{ group_id: giving.groupId, revoke: [edit] }] };
    const told = await preview(giving.delegate, changes);
    assert.deepEqual(
      told.users.map(({ id }) => id),
      [giving.delegate.id],
    );
    assert.equal(told.losing, 1);
  });

  it('what a membership brings to a user whom they manage', async () => {
    const second = await app.groupWith(EDIT);
    await root.done(`PUT /cms/admin/user/${delegate.id}/memberships/${second}`, {});
    const moved = await app.person([second]);
    const told = await preview(delegate, { memberships: [{ user_id: moved.id, group_ids: [groupId] }] });
    assert.deepEqual(
      told.users.map(({ id }) => id),
      [moved.id],
    );
  });
});

describe('what a delegate may not know looks as if it were not there:', () => {
  for (const [what, changes, missing] of [
    ['a foreign group', { grants: [{ group_id: other.groupId }] }, { grants: [{ group_id: 999_999 }] }],
    ['the guests', { grants: [{ group_id: 2 }] }, { grants: [{ group_id: 999_999 }] }],
    [
      'a permission that they do not hold',
      { grants: [{ group_id: groupId, grant: [salaries] }] },
      { grants: [{ group_id: groupId, grant: [999_999] }] },
    ],
    [
      'break-glass',
      { grants: [{ group_id: groupId, grant: [breakGlass] }] },
      { grants: [{ group_id: groupId, grant: [999_999] }] },
    ],
    [
      'a foreign group for a user',
      { memberships: [{ user_id: member.id, group_ids: [other.groupId] }] },
      { memberships: [{ user_id: member.id, group_ids: [999_999] }] },
    ],
  ] as const)
    it(what, async () => {
      const refused = await refusal(delegate, changes);
      assert.equal(refused[0], 400);
      assert.deepEqual(refused, await refusal(delegate, missing));
    });

  it('a user whom they do not manage', async () => {
    for (const user_id of [both.id, other.id, delegate.id, 1, 999_999]) {
      const told = await preview(delegate, { memberships: [{ user_id, group_ids: [groupId] }] });
      assert.deepEqual([told.users, told.gaining, told.losing, told.complete], [[], 0, 0, true]);
    }
  });
});

describe('a preview is refused', () => {
  it('to those who may give nothing', async () => {
    for (const person of [nobody, other]) assert.equal((await refusal(person, revokes))[0], 401);
    const ordinary = await app.granted(EDIT);
    assert.deepEqual((await refusal(ordinary, revokes)).slice(0, 2), [401, 10_000]);
  });

  it('of changes that one may not make', async () => {
    const giving = await team(ADMINISTERS.grants, EDIT);
    const managing = await team(ADMINISTERS.users, EDIT);
    const memberships = [{ user_id: giving.member.id, group_ids: [giving.groupId] }];
    assert.deepEqual((await refusal(giving.delegate, { memberships })).slice(0, 2), [401, 10_000]);
    const grants = [{ group_id: managing.groupId, revoke: [edit] }];
    assert.deepEqual((await refusal(managing.delegate, { grants })).slice(0, 2), [401, 10_000]);
  });
});
