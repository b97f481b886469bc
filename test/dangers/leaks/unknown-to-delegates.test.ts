import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../support/fresh-app.ts';
import { ADMINISTERS, delegatesOf } from '../../support/records/delegates.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';

const app = await accountApp({ language: 'en' });
const { team } = delegatesOf(app);
const LOG = 'log.search';
const FOREIGN = 'log.users';
const FOREIGN_NAME = 'See who is named in the log';
const [logId = 0, foreignId = 0] = await app.permissionIds(LOG, FOREIGN);
const { groupId, delegate, member } = await team(...Object.values(ADMINISTERS), LOG);
const above = await app.granted(FOREIGN);
const [{ name: aboveName } = { name: '' }] = (
  await app.root.read<{ id: number; name: string }[]>('/cms/admin/group/all')
).filter(({ id }) => id === above.groupId);
let count = 0;
const fresh = () => `named${++count}`;
const account = () => ({ username: fresh(), password: PASSWORD, confirm_password: PASSWORD });
const program = await app.root.make('/cms/service-user', { username: fresh(), group_ids: [above.groupId] });

type Attack = readonly [request: string, body?: unknown];

describe('a delegate does not learn by its id that there is', () => {
  const MISSING = 999_999;
  const answer = async (id: number, [request, body]: Attack) => {
    const { status, text } = await delegate.ask(request, body);
    return `${status} ${text.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'ID')}`;
  };
  const asked: Readonly<Record<string, readonly [is: number, attack: (id: number) => Attack]>> = {
    'a group, by a new user': [
      above.groupId,
      (id) => ['POST /cms/user/register', { ...account(), group_ids: [groupId, id] }],
    ],
    'by a changed user': [above.groupId, (id) => [`PUT /cms/admin/user/${member.id}`, { group_ids: [id] }]],
    'by a membership': [above.groupId, (id) => [`PUT /cms/admin/user/${member.id}/memberships/${id}`, {}]],
    'by a membership whose end is wrong': [
      above.groupId,
      (id) => [`PUT /cms/admin/user/${member.id}/memberships/${id}`, { until: 1 }],
    ],
    'by the end of a membership': [
      above.groupId,
      (id) => [`DELETE /cms/admin/user/${member.id}/memberships/${id}`],
    ],
    'by an invitation': [
      above.groupId,
      (id) => ['POST /cms/admin/invitation', { email: `${fresh()}@home.test`, group_ids: [id] }],
    ],
    'by a service user': [
      above.groupId,
      (id) => ['POST /cms/service-user', { username: fresh(), group_ids: [id] }],
    ],
    'by a grant': [
      above.groupId,
      (id) => ['POST /cms/admin/permission/dispatch', { group_id: id, permission_id: logId }],
    ],
    'by a grant of a missing permission': [
      above.groupId,
      (id) => ['POST /cms/admin/dispatch', { group_id: id, auth: 'no permission' }],
    ],
    'by taking a grant': [
      above.groupId,
      (id) => ['POST /cms/admin/permission/remove', { group_id: id, permission_ids: [logId] }],
    ],
    'by the grid': [above.groupId, (id) => ['POST /cms/admin/grants', { changes: [{ group_id: id }] }]],
    'by the grid, with a wrong end': [
      above.groupId,
      (id) => ['POST /cms/admin/grants', { changes: [{ group_id: id, grant: [MISSING], until: 1 }] }],
    ],
    'by a preview': [
      above.groupId,
      (id) => ['POST /cms/access/preview', { grants: [{ group_id: id, grant: [logId] }] }],
    ],
    'by asking for a membership': [
      above.groupId,
      (id) => ['POST /cms/admin/request', { reason: 'x', user_id: member.id, group_id: id }],
    ],
    'by asking for a grant': [
      above.groupId,
      (id) => ['POST /cms/admin/request', { reason: 'x', group_id: id, permission_ids: [MISSING] }],
    ],
    'a permission, by granting it': [
      foreignId,
      (id) => ['POST /cms/admin/permission/dispatch', { group_id: groupId, permission_id: id }],
    ],
    'a permission, in the grid': [
      foreignId,
      (id) => ['POST /cms/admin/grants', { changes: [{ group_id: groupId, grant: [id] }] }],
    ],
    'a permission, by asking for it': [
      foreignId,
      (id) => ['POST /cms/admin/request', { reason: 'x', group_id: groupId, permission_ids: [id] }],
    ],
    'a user, by a key': [above.id, (id) => ['POST /cms/key', { user_id: id, name: 'k' }]],
    'a program, by a key': [program, (id) => ['POST /cms/key', { user_id: id, name: 'k' }]],
    'a group, in the list of users': [above.groupId, (id) => [`GET /cms/admin/users?group_id=${id}`]],
    'a user, by a request': [
      above.id,
      (id) => ['POST /cms/admin/request', { reason: 'x', user_id: id, group_id: groupId }],
    ],
  };
  for (const [what, [is, attack]] of Object.entries(asked))
    it(what, async () => {
      const [told, missing] = [await answer(is, attack(is)), await answer(MISSING, attack(MISSING))];
      assert.equal(told, missing);
      for (const word of [aboveName, FOREIGN, FOREIGN_NAME]) assert.ok(!told.includes(word), told);
    });
  it('a request of theirs, by deciding it', async () => {
    const body = { reason: 'x', group_id: above.groupId, permission_ids: [logId] };
    const id = await app.root.make('/cms/admin/request', body);
    for (const request of (['PUT', 'DELETE'] as const).map((method) => `${method} /cms/admin/request/`)) {
      const ask = (one: number): Attack => [
        `${request}${one}`,
        request[0] === 'P' ? { shown: 'x' } : undefined,
      ];
      assert.equal(await answer(id, ask(id)), await answer(MISSING, ask(MISSING)), request);
    }
  });
});
