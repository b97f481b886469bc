import type { TypeOf } from '../../../contract/json-schema.ts';
import {
  type Door,
  group,
  groupsOf,
  isLiving,
  LEVEL,
  managedBy,
  membership,
  user,
} from '../../access/index.ts';
import { readLinPage, type ToUrl, toAvatarUrl, toLinPage } from '../../http/index.ts';
import type { Select } from '../../records/query/select.ts';
import type * as schemas from './schemas.ts';

const SEARCHED = ['username', 'nickname', 'email'] as const;

/** One page of the users whom the caller manages. Super administrators are left out, as clients of Lin CMS expect. */
export async function listUsers(
  { longReads: reads, actor }: Pick<Door, 'longReads' | 'actor'>,
  query: TypeOf<typeof schemas.userQuery>,
  toUrl: ToUrl,
) {
  const { count, offset } = readLinPage(query);
  const supers = reads.query
    .selectFrom(`${membership.name} as m`)
    .innerJoin(`${group.name} as g`, 'g.id', 'm.group_id')
    .select('m.user_id')
    .where('g.level', '=', LEVEL.root)
    .where('m.until', 'is', null); // temporary ones stay visible
  const members = reads.query.selectFrom(`${membership.name} as m`).select('m.user_id').where(isLiving('m'));
  const { id, group_id: groupId, keyword } = query;
  const wanted = (select: Select) => {
    let narrowed = managedBy(reads, actor)(select).where('id', 'not in', supers);
    if (id !== undefined) narrowed = narrowed.where('id', '=', id);
    if (groupId !== undefined)
      narrowed = narrowed.where('id', 'in', members.where('m.group_id', '=', groupId));
    return keyword
      ? narrowed.where((e) => e.or(SEARCHED.map((one) => reads.contains(one, keyword))))
      : narrowed;
  };
  const records = await reads.where(user, (select) =>
    wanted(select).orderBy('id').limit(count).offset(offset),
  );
  const groups = await groupsOf(
    reads,
    records.map(({ id }) => id),
  );
  const items = records.map((record) => {
    const held = groups.get(record.id) ?? [];
    return {
      ...record,
      avatar: toAvatarUrl(record.avatar, toUrl),
      active: record.active ? 1 : 2,
      admin: 2,
      service: query.service ? record.is_service : undefined,
      groups: held,
      group_id: held[0]?.id ?? null,
      group_name: held[0]?.name ?? null,
    };
  });
  return toLinPage(query, items, await reads.count(user, wanted));
}
