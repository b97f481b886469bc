import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import {
  addressed,
  byModule,
  type Door,
  done,
  getUser,
  groupsOf,
  type InWordsOf,
  named,
  permissionsOfGroups,
  requireFreeName,
  success,
  user,
} from '../../access/index.ts';
import { login } from '../../definitions/access-rule.ts';
import { message } from '../../messages/message.ts';
import { toAvatarPath, toAvatarUrl } from '../file-addresses.ts';
import type { ToUrl } from '../public-url.ts';
import { type RenewingParts, renewedTokens } from '../renewed-tokens.ts';
import { type Route, route } from '../route.ts';
import { changePassword, ownUser } from './change-password.ts';
import * as schemas from './schemas.ts';

const common = { tag: message('usersTag'), access: login } as const;

/** Names of permissions on `/api` in the caller's language. */
const naming = { isTranslated: true, namesPermissions: 'onApi' } as const;

/** The routes by which users read and change their own account. */
export function selfRoutes(parts: RenewingParts, toUrl: ToUrl, inWords: InWordsOf): Route[] {
  return [
    currentUserRoute(toUrl, inWords),
    informationRoute(toUrl),
    permissionsRoute(toUrl, inWords),
    changeRoute(toUrl),
    avatarRoute(toUrl),
    passwordRoute(parts),
  ];
}

function currentUserRoute(toUrl: ToUrl, inWords: InWordsOf): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/user/auths',
    isForSetUp: true,
    summary: message('ownUserAndPermissions'),
    answer: schemas.currentUser,
    kind: 'ownRecord',
    ...naming,
    async handle(door, { language }) {
      const { isSuper, groupIds } = door.actor;
      const [collection, held] = await Promise.all([
        ownRecord(door, toUrl),
        permissionsOfGroups(door.reads, groupIds, isSuper),
      ]);
      return {
        ...collection,
        email: collection.email ?? '',
        auths: byModule(inWords(held, language()), 'auth'),
      };
    },
  });
}

function informationRoute(toUrl: ToUrl): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/user/information',
    isForSetUp: true,
    summary: message('ownInformation'),
    answer: schemas.information,
    kind: 'ownInformation',
    handle: (door) => ownRecord(door, toUrl),
  });
}

function permissionsRoute(toUrl: ToUrl, inWords: InWordsOf): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/user/permissions',
    isForSetUp: true,
    summary: message('ownPermissions'),
    answer: schemas.permissions,
    ...naming,
    async handle(door, { language }) {
      const { isSuper, groupIds } = door.actor;
      const held = inWords(await permissionsOfGroups(door.reads, groupIds, isSuper), language());
      return { ...(await shownSelf(door, toUrl)), admin: isSuper, permissions: byModule(held, 'permission') };
    },
  });
}

function changeRoute(toUrl: ToUrl): Route {
  return route({
    ...common,
    method: 'PUT',
    path: '/cms/user',
    needsProof: 'sometimes',
    summary: message('changeOwnProfile'),
    body: schemas.ownChanges,
    handle: (door, { body }) => changeSelf(door, body, toUrl),
  });
}

function avatarRoute(toUrl: ToUrl): Route {
  return route({
    ...common,
    method: 'PUT',
    path: '/cms/user/avatar',
    harmless: 'changes a picture',
    summary: message('changeOwnAvatar'),
    body: Type.Object({ avatar: schemas.avatar }),
    handle: (door, { body: { avatar } }) => changeSelf(door, { avatar }, toUrl),
  });
}

function passwordRoute(parts: RenewingParts): Route {
  return route({
    ...common,
    method: 'PUT',
    path: '/cms/user/change_password',
    needsProof: 'withSecondFactor',
    isForSetUp: true,
    refusesIdempotencyKeys: true,
    summary: message('changeOwnPassword'),
    answerFields: renewedTokens,
    body: schemas.passwordChange,
    handle: (door, input) => changePassword(door, parts, input),
  });
}

/** The caller's record with their groups, in the words of every generation of clients. */
async function ownRecord(door: Door, toUrl: ToUrl) {
  const { id, isSuper } = door.actor;
  const [record, groups] = await Promise.all([shownSelf(door, toUrl), groupsOf(door.reads, [id])]);
  const held = groups.get(id) ?? [];
  return {
    ...record,
    active: record.active ? 1 : 2,
    admin: isSuper ? 1 : 2,
    groups: held,
    group_id: held[0]?.id ?? null,
    group_name: held[0]?.name ?? null,
  };
}

async function shownSelf(door: Door, toUrl: ToUrl) {
  const record = await ownUser(door);
  return { ...record, avatar: toAvatarUrl(record.avatar, toUrl) };
}

type OwnChanges = TypeOf<typeof schemas.ownChanges>;

function changeSelf(door: Door, { username, nickname, email, avatar }: OwnChanges, toUrl: ToUrl) {
  const { actor } = door;
  return door.write(async (writes) => {
    const isNewName = username !== undefined && username !== actor.username;
    if (isNewName) await requireFreeName(writes, username, actor);
    const isNewAddress = email !== undefined && (email || null) !== (await getUser(writes, actor.id)).email;
    if (isNewAddress) door.admission.requireProof();
    await writes.update(user, actor.id, {
      ...(isNewName && named(username)),
      ...(nickname !== undefined && { nickname }),
      ...(isNewAddress && addressed(email, 'claimed')),
      ...(avatar !== undefined && { avatar: toAvatarPath(avatar, toUrl) }),
    });
    return done(success.userUpdated, message('profileChanged'));
  });
}
