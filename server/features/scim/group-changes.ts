import { group, groupNamed, requireOrdinaryGroupName } from '../../access/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import type { Resource } from './answers.ts';
import { directoryEntry } from './directory-entry.collection.ts';
import { attributeOf } from './filter.ts';
import { changeMembers, type DirectoryGroup, membersOf } from './groups.ts';
import { message } from './messages/message.ts';
import { readPatch } from './patch.ts';
import type { DirectoryReach } from './reach.ts';
import { scimError } from './scim-error.ts';
import { isObject, textOf } from './wanted-user.ts';

const MAX_MEMBERS = 1000;

/** What a directory wants a group to be. What it does not say is undefined. */
export interface WantedGroup {
  readonly name?: string;
  readonly externalId?: string | null;
  readonly joining: readonly bigint[];
  readonly leaving: readonly bigint[];
  /** All others leave. */
  readonly isWhole: boolean;
}

/** Reads a group as sent in full. */
export function readGroup(sent: Resource): WantedGroup {
  const values = new Map(Object.entries(sent).map(([name, value]) => [attributeOf(name), value]));
  const external = values.get('externalid');
  return {
    name: textOf('displayName', values.get('displayname')),
    externalId: external === undefined || external === null ? null : textOf('externalId', external),
    joining: idsOf(values.get('members') ?? []),
    leaving: [],
    isWhole: true,
  };
}

/** Reads the operations of a PATCH, of which later ones win. */
export function readGroupPatch(sent: Resource): WantedGroup {
  let wanted: WantedGroup = { joining: [], leaving: [], isWhole: false };
  for (const { op, attribute, chosen, value } of readPatch(sent)) {
    if (attribute === 'displayname') wanted = { ...wanted, name: textOf('displayName', value) };
    else if (attribute === 'externalid')
      wanted = { ...wanted, externalId: op === 'remove' ? null : textOf('externalId', value) };
    else if (attribute === 'members') {
      const ids = chosen === undefined ? idsOf(value ?? []) : idsOf([{ value: chosen }]);
      wanted = withMembers(wanted, op, { ids, isAll: chosen === undefined && value === undefined });
    }
  }
  return wanted;
}

function withMembers(
  wanted: WantedGroup,
  op: 'add' | 'replace' | 'remove',
  { ids, isAll }: { readonly ids: readonly bigint[]; readonly isAll: boolean },
): WantedGroup {
  const without = (all: readonly bigint[]) => all.filter((id) => !ids.includes(id));
  if (op === 'replace' || (op === 'remove' && isAll))
    return { ...wanted, isWhole: true, joining: ids, leaving: [] };
  if (op === 'add')
    return { ...wanted, joining: [...wanted.joining, ...ids], leaving: without(wanted.leaving) };
  return { ...wanted, joining: without(wanted.joining), leaving: [...wanted.leaving, ...ids] };
}

/** Brings a group to what the directory wants. */
export async function changeGroup(
  writes: Writes,
  { id, name: former, external_id }: DirectoryGroup,
  { name = former, externalId, joining, leaving, isWhole }: WantedGroup,
  reach: DirectoryReach,
): Promise<void> {
  if (name !== former) {
    await reach.requireOwns({ id, name: former });
    await writes.update(group, id, groupNamed(name));
    requireOrdinaryGroupName(name); // after the name that is taken, which has an answer of its own
  }
  if (externalId !== undefined && externalId !== external_id) await noteExternalId(writes, id, externalId);
  const present = isWhole ? ((await membersOf(writes, [id])).get(id) ?? []) : [];
  const others = present.flatMap((one) => (joining.includes(one.id) ? [] : [one.id]));
  await changeMembers(writes, { id, name: former }, { joining, leaving: [...leaving, ...others] }, reach);
}

async function noteExternalId(writes: Writes, group_id: bigint, external_id: string | null): Promise<void> {
  const entry = await writes.first(directoryEntry, (select) => select.where('group_id', '=', group_id));
  if (entry) await writes.update(directoryEntry, entry.id, { external_id });
  else await writes.create(directoryEntry, { group_id, external_id });
}

function idsOf(value: unknown): bigint[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (all.length > MAX_MEMBERS)
    throw scimError('tooMany', 'members', message('tooManyItems', { max: MAX_MEMBERS }));
  return all.map((one) => {
    const id = isObject(one) ? one.value : undefined;
    if (typeof id !== 'string' || !/^[1-9]\d{0,17}$/.test(id))
      throw scimError('invalidValue', 'members', message('membersExpected'));
    return BigInt(id);
  });
}
