import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Shape } from '../../../contract/column.ts';
import {
  changeGroups,
  group,
  groupNamed,
  groupsOf,
  isLiving,
  LEVEL,
  membership,
  user,
} from '../../access/index.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { AppError } from '../../errors.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { directoryEntry } from './directory-entry.collection.ts';
import type { Filter } from './filter.ts';
import { message } from './messages/message.ts';
import { peopleAmong } from './people.ts';
import type { DirectoryReach } from './reach.ts';
import { scimError } from './scim-error.ts';

/** A group as directories see it. */
export interface DirectoryGroup {
  readonly id: bigint;
  readonly name: string;
  readonly create_time: number;
  readonly update_time: number;
  readonly external_id: string | null;
}

const shape: Shape = {
  id: { type: 'bigint' },
  name: { type: 'text' },
  create_time: { type: 'time' },
  update_time: { type: 'time' },
  external_id: { type: 'text' },
};

type Where = ExpressionBuilder<Tables, string>;

/** The groups that directories manage: neither the super administrators nor the guests. */
export async function listGroups(
  reads: Reads,
  filter: Filter | undefined,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const ordinary = reads.query
    .selectFrom(`${group.name} as g`)
    .leftJoin(`${directoryEntry.name} as d`, 'd.group_id', 'g.id')
    .where('g.level', '=', LEVEL.user);
  const narrowed = filter === undefined ? ordinary : ordinary.where((e) => conditionOf(e, filter));
  const [counted] = await reads.records<{ total: number }>(
    narrowed.select((e) => e.fn.countAll().as('total')),
    { total: { type: 'integer' } },
  );
  const page = narrowed
    .select(['g.id', 'g.name', 'g.create_time', 'g.update_time', 'd.external_id'])
    .orderBy('g.id')
    .limit(limit)
    .offset(offset);
  const records = limit === 0 ? [] : await reads.records<DirectoryGroup>(page, shape);
  return { total: counted?.total ?? 0, records };
}

/** One of these groups. Throws for any other, as if there were none. */
export async function getGroup(reads: Reads, id: string): Promise<DirectoryGroup> {
  const filter: Filter = { attribute: 'id', value: id };
  const { records } = await listGroups(reads, filter, { offset: 0, limit: 1 });
  if (!records[0]) throw new AppError('groupNotFound');
  return records[0];
}

/** The members of groups that directories manage, by the ids of the groups. */
export async function membersOf(
  reads: Reads,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly { readonly id: bigint; readonly username: string }[]>> {
  if (ids.length === 0) return new Map();
  const records = await reads.records<{ group_id: bigint; id: bigint; username: string }>(
    reads.query
      .selectFrom(`${membership.name} as m`)
      .innerJoin(`${user.name} as u`, 'u.id', 'm.user_id')
      .select(['m.group_id', 'u.id', 'u.username'])
      .where('m.group_id', 'in', ids)
      .where('u.is_service', '=', false)
      .where(isLiving('m'))
      .orderBy('m.id'),
    { group_id: { type: 'bigint' }, id: { type: 'bigint' }, username: { type: 'text' } },
  );
  return Map.groupBy(records, ({ group_id }) => group_id);
}

/** Puts people into a group and takes others out. Throws if one of them is not the directory's, or the group is beyond it. */
export async function changeMembers(
  writes: Writes,
  group: Pick<DirectoryGroup, 'id' | 'name'>,
  { joining, leaving }: { readonly joining: readonly bigint[]; readonly leaving: readonly bigint[] },
  reach: DirectoryReach,
): Promise<void> {
  const known = await peopleAmong(writes, [...joining, ...leaving]);
  const unknown = joining.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw scimError('invalidValue', 'members', message('missingReference', { ids: [String(unknown)] }));
  for (const id of new Set([...joining, ...leaving])) {
    if (!known.has(id)) continue;
    const isMember = ((await groupsOf(writes, [id])).get(id) ?? []).some((held) => held.id === group.id);
    if (joining.includes(id) && !isMember) {
      await reach.requireGives(group);
      await changeGroups(writes, id, { joining: [group.id], leaving: [] });
    }
    if (!joining.includes(id) && isMember) {
      await reach.requireTakes(group);
      await changeGroups(writes, id, { joining: [], leaving: [group.id] });
    }
  }
}

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'g.id',
  displayname: 'g.name',
  externalid: 'd.external_id',
};

function conditionOf(e: Where, filter: Filter): Expression<SqlBool> {
  if ('both' in filter) return e.and(filter.both.map((one) => conditionOf(e, one)));
  if ('either' in filter) return e.or(filter.either.map((one) => conditionOf(e, one)));
  const { attribute, value } = filter;
  const column = Object.hasOwn(COLUMNS, attribute) ? COLUMNS[attribute] : undefined;
  const isText = typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
  if (column === undefined || !(isText || value === undefined))
    throw scimError('invalidFilter', attribute, message('notFilteredByDirectory'));
  if (value === undefined) return e(column, 'is not', null);
  if (attribute === 'displayname')
    return e.or([e('g.name', '=', value), e('g.name_key', '=', groupNamed(value).name_key)]);
  if (attribute === 'id') return e('g.id', '=', /^[1-9]\d{0,17}$/.test(value) ? BigInt(value) : 0n);
  return e(column, '=', value);
}
