import { timingSafeEqual } from 'node:crypto';
import type { Shape } from '../../../contract/column.ts';
import type { Reader } from '../../database/engine.ts';
import { rowReader } from '../../database/row-reader.ts';
import { prepareLookup } from '../../database/statement.ts';
import type { Source, Version } from '../../database/versions/version.ts';
import { VersionedCache } from '../../database/versions/versioned-cache.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import { makeNetworkCheck } from '../../shared/networks.ts';
import { user } from '../accounts/user.collection.ts';
import { type Actor, endingAt } from '../actor.ts';
import { rightsTables, toActor, type UserRecord, userShape, withRights } from '../sign-in/actors.ts';
import { knownRights, type RightsOfGroups } from '../sign-in/group-rights.ts';
import { type ApiKey, apiKey } from './api-key.collection.ts';
import { wordsOf } from './key-limits.ts';
import { digestKey } from './key-text.ts';

/** A living key of an active service user. */
export interface FoundKey {
  /** The user, with the rights that the key leaves. */
  readonly actor: Actor;
  readonly expireTime: number | null;
  readonly admits: (address: string) => boolean;
}

export interface FindKey {
  byText(text: string, version: Version | undefined, reader?: Reader): MaybePromise<FoundKey | undefined>;
  byId(id: bigint, reader: Reader): Promise<FoundKey | undefined>;
}

/** Its own columns, beside those of the user. */
const COLUMNS = [
  'hash',
  'permissions',
  'collections',
  'networks',
  'read_only',
  'manages_accounts',
  'expire_time',
  'used_time',
] as const;

interface KeyRecord extends UserRecord, Pick<ApiKey, (typeof COLUMNS)[number]> {
  readonly key_id: bigint;
  readonly key_name: string;
  readonly is_service: boolean;
}

const shape: Shape = {
  ...userShape,
  ...Object.fromEntries(COLUMNS.map((name) => [name, apiKey.columns[name] ?? { type: 'text' }])),
  key_id: { type: 'bigint' },
  key_name: { type: 'text' },
  is_service: { type: 'boolean' },
};

/** The tables that a key's actor is read from. A change of them takes effect with the next request. */
export const keySource: Source = { tables: [apiKey.name, ...rightsTables] };

const MAX_CACHED = 10_000;

/** One statement finds key and user, and one more rights that have changed. Its result is cached until a commit changes one of their tables. */
export function makeFindKey({ database }: RecordStore): FindKey {
  const { query } = database;
  const recent = new VersionedCache<string, FoundKey>(MAX_CACHED);
  const use = database.cacheUses.of('keys');
  const read = rowReader<KeyRecord>(database.engine, shape);
  const keys = () =>
    withRights(query.selectFrom(`${apiKey.name} as k`).innerJoin(`${user.name} as u`, 'u.id', 'k.user_id'))
      .select(['u.is_service', 'k.id as key_id', 'k.name as key_name', 'k.fingerprint'])
      .select(COLUMNS.map((name) => `k.${name}` as const));
  const byFingerprint = prepareLookup('fingerprint', (fingerprints) =>
    keys().where('k.fingerprint', 'in', fingerprints),
  );
  const rights = knownRights(database);
  const keyOf = async (records: readonly KeyRecord[], reader: Reader) =>
    toKey(records, await rights.of(records, reader));
  const load = async (text: string, version: Version | undefined, reader: Reader = database.reads) => {
    const { hash, fingerprint } = digestKey(text);
    const records = (await reader.all(byFingerprint(fingerprint))).map(read);
    const found = await keyOf(
      records.filter((record) => isSameHash(record.hash, hash)),
      reader,
    );
    if (found) recent.set(text, found, version, { source: keySource, until: found.actor.rightsEnd });
    return found;
  };
  return {
    byText: (text, version, reader) =>
      use.noted(recent.get(text, version), version) ?? load(text, version, reader),
    async byId(id, reader) {
      const records = await reader.all(keys().where('k.id', '=', id).compile());
      return keyOf(records.map(read), reader);
    },
  };
}

function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function toKey(records: readonly KeyRecord[], rightsOf: RightsOfGroups): FoundKey | undefined {
  const [record] = records;
  const found = toActor(records, rightsOf);
  if (!record?.is_service || !found || found === 'inactive') return undefined;
  const permissions = wordsOf(record.permissions);
  const collections = wordsOf(record.collections);
  const key = {
    id: record.key_id,
    name: record.key_name,
    collections: collections ? new Set(collections) : undefined,
    isReadOnly: record.read_only,
    managesAccounts: record.manages_accounts,
    usedTime: record.used_time,
  };
  const held = permissions ? found.permissions.intersection(new Set(permissions)) : found.permissions;
  // A key never has the rights of a super administrator, even if its user becomes one.
  const actor: Actor = { ...endingAt(found, record.expire_time), isSuper: false, permissions: held, key };
  return { actor, expireTime: record.expire_time, admits: makeNetworkCheck(wordsOf(record.networks) ?? []) };
}
