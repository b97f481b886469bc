import { Type } from '../../../contract/json-schema.ts';
import {
  addressed,
  beyond,
  boundsOf,
  type Door,
  deactivate,
  done,
  type Giver,
  getUser,
  hashPassword,
  isRootUser,
  joinGroups,
  lockGiver,
  manageSessions,
  manageUsers,
  newGroups,
  newPassword,
  noteSetByOther,
  noticeOf,
  orGuests,
  orSuper,
  removeUser,
  requireGivesGroups,
  requireManaged,
  requireSamePasswords,
  requireStrongPassword,
  revokeKeys,
  setCredential,
  success,
  tellOwner,
  user,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import {
  idInPath,
  parseId,
  type RenewingParts,
  type Route,
  renewed,
  renewedTokens,
  route,
  type ToUrl,
} from '../../http/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import { failures } from './failures.ts';
import { listUsers } from './list-users.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const access = orSuper(manageUsers);
const common = { tag: message('administratorsTag'), access } as const;
const one = {
  ...common,
  params: idInPath,
  refusesPrograms: message('keysGiveNothing'),
} as const;

/** What administrators do with users. */
export function adminUserRoutes(parts: RenewingParts, toUrl: ToUrl): Route[] {
  const routes = [
    listRoute(toUrl),
    changeUser,
    passwordRoute(parts),
    deleteUser,
    activationRoute('PUT', true),
    activationRoute('DELETE', false),
  ];
  return [...routes, ...atOlderPaths(routes)];
}

/** Paths of Lin CMS 0.1 and 0.2, and the routes that replaced them. */
const replacements: readonly (readonly [Route['method'], older: string, newer: string])[] = [
  ['PUT', '/cms/admin/:id', 'PUT /cms/admin/user/:id'],
  ['DELETE', '/cms/admin/:id', 'DELETE /cms/admin/user/:id'],
  ['PUT', '/cms/admin/password/:id', 'PUT /cms/admin/user/:id/password'],
  ['PUT', '/cms/admin/active/:id', 'PUT /cms/admin/user/:id/activation'],
  ['PUT', '/cms/admin/disable/:id', 'DELETE /cms/admin/user/:id/activation'],
];

function atOlderPaths(routes: readonly Route[]): Route[] {
  return replacements.map(([method, path, newer]) => {
    const replacement = routes.find((route) => `${route.method} ${route.path}` === newer);
    if (!replacement) throw new Error(`there is no ${newer}`);
    return { ...replacement, method, path };
  });
}

function listRoute(toUrl: ToUrl): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/admin/users',
    access: orSuper(manageUsers, manageSessions),
    summary: message('listUsers'),
    query: schemas.userQuery,
    answer: schemas.userPage,
    kind: 'userPage',
    handle: (door, { query }) => listUsers(door, query, toUrl),
  });
}

const changeUser = route({
  ...one,
  method: 'PUT',
  path: '/cms/admin/user/:id',
  needsProof: 'sometimes',
  summary: message('changeUser'),
  body: schemas.userChanges,
  handle: (door, { params, body: { group_ids, group_id, email, nickname }, from, language }) =>
    door.write(async (writes) => {
      const giver = await lockGiver(door, writes, access);
      const owner = await getUser(writes, parseId(params.id));
      const { id, username } = owner;
      const notice = noticeOf(owner, { from, language });
      const groupIds = group_ids ?? (group_id === undefined ? undefined : [group_id]);
      await requireManaged(writes, giver, id, { withCredentials: email !== undefined });
      if (email !== undefined || groupIds !== undefined) door.admission.requireProof();
      if (email !== undefined) await setAddress(writes, owner, email, notice);
      if (nickname !== undefined) await writes.update(user, id, { nickname });
      if (groupIds !== undefined) {
        if (await isRootUser(writes, id)) throw new AppError(failures.rootUserGroupsFixed);
        const joined = await newGroups(writes, id, await orGuests(writes, groupIds));
        await requireGivesGroups(writes, giver, joined);
        await joinGroups(writes, id, groupIds);
      }
      return done(success.userUpdated, message('userChanged', { name: username }));
    }),
});

/** Sets a user's address. Who had another is told there. */
async function setAddress(
  writes: Writes,
  owner: RecordOf<typeof user>,
  email: string | null,
  notice: ReturnType<typeof noticeOf>,
): Promise<void> {
  if ((email || null) === owner.email) return;
  await writes.update(user, owner.id, addressed(email));
  if (owner.id === writes.context.actor.id) return;
  await noteSetByOther(writes, owner, 'address');
  tellOwner(writes, 'address_set', notice);
}

function passwordRoute({ sessions, cookies }: RenewingParts): Route {
  return route({
    ...one,
    method: 'PUT',
    path: '/cms/admin/user/:id/password',
    needsProof: 'withSecondFactor',
    refusesIdempotencyKeys: true,
    summary: message('resetPassword'),
    answerFields: renewedTokens,
    body: Type.Object({
      new_password: newPassword,
      confirm_password: Type.String({ maxLength: 128 }),
    }),
    async handle(door, { params, body, headers, base, from, language }) {
      requireSamePasswords(body.new_password, body.confirm_password);
      const owner = await getUser(door.reads, parseId(params.id));
      await requireManaged(door.reads, boundsOf(door.actor), owner.id);
      await requireStrongPassword('new_password', body.new_password, owner);
      const credential = await hashPassword(body.new_password);
      return door.write(async (writes) => {
        const giver = await lockGiver(door, writes, access);
        const current = await getUser(writes, parseId(params.id));
        const { id, username } = current;
        await requireManaged(writes, giver, id, { withCredentials: true });
        await setCredential(writes, id, credential);
        await revokeKeys(writes, id);
        const text = message('passwordReset', { name: username });
        const { actor } = door;
        if (id === actor.id) {
          const issued = await sessions.renew(writes, id, actor.sessionId);
          const kept = cookies.keep({ headers, base }, issued.tokens.refresh_token);
          return renewed({ code: success.passwordChanged, text }, issued, kept);
        }
        await noteSetByOther(writes, current, 'password');
        tellOwner(writes, 'password_set', noticeOf(current, { from, language }));
        await sessions.endAll(writes, id);
        return done(success.passwordChanged, text);
      });
    },
  });
}

const deleteUser = route({
  ...one,
  method: 'DELETE',
  path: '/cms/admin/user/:id',
  withEndingRights: 'gives nothing',
  needsProof: 'withSecondFactor',
  summary: message('deleteUser'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const giver = await lockGiver(door, writes, access);
      const { id, username } = await getUser(writes, parseId(params.id));
      await requireManaged(writes, giver, id);
      if (await isRootUser(writes, id)) throw new AppError('rootUserKept');
      await removeUser(writes, id);
      return done(success.userDeleted, message('userDeleted', { name: username }));
    }),
});

/** Throws unless the caller may let this user in: who has just signed up is approved by super administrators. */
function requireLetsIn(
  { admission }: Door,
  { isSuper }: Giver,
  { active, awaits_approval }: RecordOf<typeof user>,
): void {
  if (awaits_approval && !isSuper) throw beyond(message('signUpsApprovedBySuper'));
  if (!active) admission.requireProof();
}

function activationRoute(method: 'PUT' | 'DELETE', active: boolean): Route {
  return route({
    ...one,
    method,
    path: '/cms/admin/user/:id/activation',
    ...(active ? { needsProof: 'sometimes' as const } : { withEndingRights: 'gives nothing' }),
    summary: message(active ? 'activateUser' : 'deactivateUser'),
    handle: (door, { params }) =>
      door.write(async (writes) => {
        const giver = await lockGiver(door, writes, access);
        const record = await getUser(writes, parseId(params.id));
        const { id, username } = record;
        await requireManaged(writes, giver, id);
        if (active) requireLetsIn(door, giver, record);
        if (!active && (await isRootUser(writes, id))) throw new AppError('rootUserActive');
        if (active) await writes.update(user, id, { active, awaits_approval: false });
        else await deactivate(writes, id);
        return done(
          success.userUpdated,
          message(active ? 'userActivated' : 'userDeactivated', { name: username }),
        );
      }),
  });
}
