import type { DeclaredGroup, RecordOf, ServiceUser } from '../../definitions/for-server.ts';
import { CannotStart } from '../../errors.ts';
import { planSeed, type Reads, type Writes } from '../../records/index.ts';
import { suggestion } from '../../shared/text/words.ts';
import { joinGroups } from './accounts.ts';
import { findByName } from './addresses.ts';
import { grant } from './grant.collection.ts';
import { group, LEVEL } from './group.collection.ts';
import { findGroup, groupAmong, groupNamed } from './group-names.ts';
import { permission } from './permission.collection.ts';
import { createServiceUser } from './service-users.ts';
import { user } from './user.collection.ts';
import { forGood, validityColumns } from './validity.ts';

/** What a seed did with a group or a user. */
export type Seeded = 'create' | 'change' | 'leave';

/** Creates a group with its permissions. If it exists, it is left alone or, with `inStep`, gets exactly these permissions. */
export async function seedGroup(writes: Writes, declared: DeclaredGroup): Promise<Seeded> {
  const { name, info = '', inStep } = declared;
  const found = await ownGroup(writes, declared);
  const wanted = await permissionIds(writes, declared);
  const planned = await planSeed(writes, { collection: group.name, key: name }, { exists: !!found, inStep });
  if (planned === 'leave') return planned;
  const id = found?.id ?? (await writes.create(group, { ...groupNamed(name), info }));
  if (found && found.info !== info) await writes.update(group, id, { info });
  const held = await writes.where(grant, (select) => select.where('group_id', '=', id));
  for (const record of held) {
    if (!wanted.delete(record.permission_id)) await writes.remove(grant, record.id);
    else if (record.until !== null) await writes.update(grant, record.id, validityColumns(forGood));
  }
  for (const permission_id of wanted) await writes.create(grant, { group_id: id, permission_id });
  return planned;
}

/** The group of that name, if it exists. Throws CannotStart if it is one of the server's. */
export async function ownGroup(
  reads: Reads,
  { name }: DeclaredGroup,
): Promise<RecordOf<typeof group> | undefined> {
  const found = await findGroup(reads, name);
  if (found && found.level !== LEVEL.user)
    throw new CannotStart(`group '${name}' is the server's own; give the project's group another name`);
  return found;
}

/** Creates a service user. If it exists, it is left alone or, with `inStep`, becomes a member of exactly these groups. */
export async function seedServiceUser(writes: Writes, declared: ServiceUser): Promise<Seeded> {
  const { username, nickname = username, inStep } = declared;
  const found = await findByName(writes, username);
  const groups = await groupIds(writes, declared);
  const planned = await planSeed(
    writes,
    { collection: user.name, key: username },
    { exists: !!found, inStep },
  );
  if (planned === 'create') {
    await createServiceUser(writes, { username, nickname }, groups);
  } else if (planned === 'change' && found) {
    await joinGroups(writes, found.id, groups);
  }
  return planned;
}

/** The ids of a group's permissions. Throws CannotStart, naming it, if one does not exist. */
export async function permissionIds(
  reads: Reads,
  { name, permissions }: DeclaredGroup,
): Promise<Set<bigint>> {
  const records = await reads.where(permission, (select) => select.where('mount', '=', true));
  const ids = new Map(records.map(({ key, id }) => [key, id]));
  return new Set(permissions.map((key) => idNamed(ids, key, `group '${name}': permission`)));
}

/** The groups of a service user that neither exist nor are among those that a seed makes. */
export async function missingGroups(
  reads: Reads,
  { groups }: ServiceUser,
  made: readonly string[],
): Promise<string[]> {
  const records = await reads.where(group, (select) => select.where('level', '<>', LEVEL.root));
  return groups.filter((name) => !made.includes(name) && !groupAmong(records, name));
}

async function groupIds(writes: Writes, { username, groups }: ServiceUser): Promise<bigint[]> {
  const records = await writes.where(group, (select) => select.where('level', '<>', LEVEL.root));
  const ids = new Map(records.map(({ name, id }) => [name, id]));
  const idOf = (name: string) =>
    groupAmong(records, name)?.id ?? idNamed(ids, name, `service user '${username}': group`);
  return groups.map(idOf);
}

function idNamed(ids: ReadonlyMap<string, bigint>, name: string, what: string): bigint {
  const id = ids.get(name);
  if (id !== undefined) return id;
  const names = [...ids.keys()];
  throw new CannotStart(
    `${what} '${name}' does not exist${suggestion(name, names)} (allowed: ${names.join(', ')})`,
  );
}
