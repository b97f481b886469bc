import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import {
  done,
  type Giver,
  getOwnGroup,
  givePermissions,
  group,
  LEVEL,
  lockGiver,
  membersByGroup,
  orSuper,
  ownGroups,
  permissionsByGroup,
  readValidity,
  requireGives,
  success,
} from '../../access/index.ts';
import type { Permission } from '../../definitions/access-rule.ts';
import { bodyId, type Route, route } from '../../http/index.ts';
import type { Text } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import { namesOf } from './grant-names.ts';
import { addGrants, type Declared, getPermissions, grantsThatEnd, removeGrants } from './grants.ts';
import { message } from './messages/message.ts';
import { ids, limitedGrant, validity } from './schemas.ts';

/** How many groups a log line names; the lines of the grants themselves are in their history. */
const MOST_GROUPS = 10;

const change = Type.Object({
  group_id: bodyId,
  grant: Type.Optional(ids),
  revoke: Type.Optional(ids),
  ...validity,
});
const body = Type.Object({ changes: Type.Array(change, { minItems: 1, maxItems: 200 }) });

const access = orSuper(givePermissions);

const common = {
  tag: message('administratorsTag'),
  access,
  path: '/cms/admin/grants',
} as const;

/** Which permissions each group holds; only the own groups, without the guests, where it is delegated. Super administrators hold all without a grant. */
export const listGrants = route({
  ...common,
  method: 'GET',
  summary: message('listGrants'),
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        group_id: Type.Id(),
        permission_ids: Type.Array(Type.Id()),
        ends: Type.Array(limitedGrant, { about: message('grantsThatEnd') }),
        members: Type.Integer(),
        deletable: Type.Boolean({ about: message('groupMayGo') }),
      }),
    ),
  }),
  async handle({ reads, actor }) {
    const changeable = actor.isSuper ? [LEVEL.guest, LEVEL.user] : [LEVEL.user];
    const groups = await reads.where(group, (select) =>
      ownGroups(actor)(select.where('level', 'in', changeable)).orderBy('id'),
    );
    const ids = groups.map(({ id }) => id);
    const [held, members, ends] = await Promise.all([
      permissionsByGroup(reads, ids),
      membersByGroup(reads, ids),
      grantsThatEnd(reads, ids),
    ]);
    return {
      items: groups.map(({ id, level }) => {
        const count = members.get(id) ?? 0;
        return {
          group_id: id,
          permission_ids: (held.get(id) ?? []).map((one) => one.id),
          ends: ends.get(id) ?? [],
          members: count,
          deletable: level !== LEVEL.guest && count === 0,
        };
      }),
    };
  },
});

/** Changes the grants of several groups at once: all of them or none. */
export function changeGrants(declared: Declared): Route {
  return route({
    ...common,
    method: 'POST',
    withEndingRights: 'gives no longer than they last',
    refusesPrograms: message('keysGiveNothing'),
    summary: message('changeGrants'),
    body,
    handle: (door, { body: { changes } }) =>
      door.write(async (writes) => {
        const texts: Text[] = [];
        const giver = await lockGiver(door, writes, access);
        for (const one of changes) texts.push(...(await apply(writes, declared(), { ...one, giver })));
        const shown = message('grantsChanged', {
          changes: texts.slice(0, MOST_GROUPS),
          more: Math.max(0, texts.length - MOST_GROUPS),
        });
        return done(success.permissionsGranted, shown);
      }),
  });
}

async function apply(
  writes: Writes,
  declared: readonly Permission[],
  { group_id, grant = [], revoke = [], giver, ...given }: TypeOf<typeof change> & { readonly giver: Giver },
): Promise<Text[]> {
  const { id, name } = await getOwnGroup(writes, giver, group_id);
  const wanted = readValidity(given, writes.context.now);
  const asked = { declared, giver };
  const [granted, revoked] = [
    await getPermissions(writes, asked, { ids: grant }),
    await getPermissions(writes, asked, { ids: revoke }),
  ];
  await requireGives(writes, giver, id, { given: granted, until: wanted.until });
  await addGrants(writes, id, granted, wanted);
  await removeGrants(writes, id, revoked);
  return [
    ...(granted.length > 0 ? [message('permissionsGranted', { name, permissions: namesOf(granted) })] : []),
    ...(revoked.length > 0 ? [message('permissionsRevoked', { name, permissions: namesOf(revoked) })] : []),
  ];
}
