import { timingSafeEqual } from 'node:crypto';
import type { Shape } from '../../../contract/column.ts';
import {
  prepareLookup,
  type Reader,
  rowReader,
  type Source,
  type Version,
  VersionedCache,
} from '../../database/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { type MaybePromise, makeNetworkCheck } from '../../shared/index.ts';
import { user } from '../accounts/user.collection.ts';
import { type Actor, endingAt } from '../actor.ts';
import { jointScope, reachOfScope } from '../app-scope.ts';
import {
  FACTOR_COLUMNS,
  type FactorRecord,
  factorShape,
  knownRights,
  proofOf,
  type RightsOfGroups,
  rightsTables,
  toActor,
  withRights,
} from '../sign-in/index.ts';
import { type ApiKey, apiKey } from './api-key.collection.ts';
import { ACCESS_TOKEN, appToken } from './app-token.collection.ts';
import { wordsOf } from './key-limits.ts';
import { digestKey } from './key-text.ts';

/** A living key of an active service user, or the living grant of an app. */
export interface FoundKey {
  /** The user, with the rights that the key leaves. */
  readonly actor: Actor;
  readonly expireTime: number | null;
  readonly admits: (address: string) => boolean;
}

export interface FindKey {
  byText(text: string, version: Version | undefined, reader?: Reader): MaybePromise<FoundKey | undefined>;
  /** The grant of an app's access token. */
  byToken(text: string, version: Version | undefined, reader?: Reader): MaybePromise<FoundKey | undefined>;
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
  'app_id',
  'scope',
  'by_provider',
] as const;

interface KeyRecord extends FactorRecord, Pick<ApiKey, (typeof COLUMNS)[number]> {
  readonly key_id: bigint;
  readonly key_name: string;
  readonly is_service: boolean;
}

/** With the access token by which it is found. */
interface GrantRecord extends KeyRecord {
  readonly token_model: string;
  readonly token_hash: string;
  readonly token_scope: string | null;
  readonly token_expires: number;
}

const shape: Shape = {
  ...factorShape,
  ...Object.fromEntries(COLUMNS.map((name) => [name, apiKey.columns[name] ?? { type: 'text' }])),
  key_id: { type: 'bigint' },
  key_name: { type: 'text' },
  is_service: { type: 'boolean' },
};

const grantShape: Shape = {
  ...shape,
  token_model: { type: 'text' },
  token_hash: { type: 'text' },
  token_scope: { type: 'text' },
  token_expires: { type: 'time' },
};

/** The tables that a key's actor is read from. A change of them takes effect with the next request. */
export const keySource: Source = { tables: [apiKey.name, appToken.name, ...rightsTables] };

const MAX_CACHED = 10_000;

/**
 * One statement finds key and user, and one more rights that have changed. Its result is cached until a commit changes one of their
 * tables. Without `letsAppsIn`, no grant of an app is found.
 */
export function makeFindKey(
  { database }: RecordStore,
  { letsAppsIn }: { readonly letsAppsIn: boolean },
): FindKey {
  const { query } = database;
  const recent = new VersionedCache<string, FoundKey>(MAX_CACHED);
  const use = database.cacheUses.of('keys');
  const read = rowReader<KeyRecord>(database.engine, shape);
  const readGrant = rowReader<GrantRecord>(database.engine, grantShape);
  const keys = () =>
    withRights(query.selectFrom(`${apiKey.name} as k`).innerJoin(`${user.name} as u`, 'u.id', 'k.user_id'))
      .select(['u.is_service', 'k.id as key_id', 'k.name as key_name', 'k.fingerprint'])
      .select(FACTOR_COLUMNS)
      .select(COLUMNS.map((name) => `k.${name}` as const));
  const byFingerprint = prepareLookup('fingerprint', (fingerprints) =>
    keys().where('k.fingerprint', 'in', fingerprints),
  );
  const rights = knownRights(database);
  const keyOf = async (readKeys: () => Promise<readonly (KeyRecord | GrantRecord)[]>, reader: Reader) => {
    const { users, rightsOf } = await rights.with(readKeys, reader);
    const [first] = users;
    return first && first.app_id !== null && !letsAppsIn ? undefined : toKey(users, rightsOf);
  };
  const byToken = prepareLookup('token_fingerprint', (fingerprints) =>
    keys()
      .innerJoin(`${appToken.name} as t`, 't.key_id', 'k.id')
      .select(['t.model as token_model', 't.hash as token_hash', 't.fingerprint as token_fingerprint'])
      .select(['t.scope as token_scope', 't.expire_time as token_expires'])
      .where('t.fingerprint', 'in', fingerprints),
  );
  const loadGrant = async (text: string, version: Version | undefined, reader: Reader = database.reads) => {
    const { hash, fingerprint } = digestKey(text);
    const tokens = async () =>
      (await reader.all(byToken(fingerprint)))
        .map(readGrant)
        .filter(
          ({ token_model, token_hash }) => token_model === ACCESS_TOKEN && isSameHash(token_hash, hash),
        );
    const found = await keyOf(tokens, reader);
    if (found) recent.set(text, found, version, { source: keySource, until: found.actor.rightsEnd });
    return found;
  };
  const load = async (text: string, version: Version | undefined, reader: Reader = database.reads) => {
    const { hash, fingerprint } = digestKey(text);
    const sent = async () =>
      (await reader.all(byFingerprint(fingerprint))).map(read).filter((one) => isSameHash(one.hash, hash));
    const found = await keyOf(sent, reader);
    if (found) recent.set(text, found, version, { source: keySource, until: found.actor.rightsEnd });
    return found;
  };
  return {
    byText: (text, version, reader) =>
      use.noted(recent.get(text, version), version) ?? load(text, version, reader),
    byToken: (text, version, reader) =>
      use.noted(recent.get(text, version), version) ?? loadGrant(text, version, reader),
    byId(id, reader) {
      const one = keys().where('k.id', '=', id).compile();
      return keyOf(async () => (await reader.all(one)).map(read), reader);
    },
  };
}

function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function toKey(
  records: readonly (KeyRecord | GrantRecord)[],
  rightsOf: RightsOfGroups,
): FoundKey | undefined {
  const [record] = records;
  const found = toActor(records, rightsOf);
  if (!record || !found || found === 'inactive') return undefined;
  if (record.app_id !== null) return toGrant(records, record, found);
  if (!record.is_service) return undefined;
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

/** The person as an app may act for them: with their rights of now, as far as they consented. */
function toGrant(
  records: readonly (KeyRecord | GrantRecord)[],
  record: KeyRecord | GrantRecord,
  person: Actor,
): FoundKey | undefined {
  if (record.app_id === null || record.is_service) return undefined;
  const agreed = record.scope ?? '';
  const token = 'token_hash' in record ? record : undefined;
  const scope = jointScope(agreed, token?.token_scope ?? agreed);
  const { reads, writes, proposes, permissions } = reachOfScope(scope);
  const key = {
    id: record.key_id,
    name: record.key_name,
    collections: reads === 'all' ? undefined : reads,
    isReadOnly: writes !== 'all' && writes.size === 0,
    managesAccounts: false,
    usedTime: record.used_time,
    app: {
      id: record.app_id,
      writes,
      proposes,
      narrowedTo: scope === agreed ? undefined : scope,
      person: { isSuper: person.isSuper, permissions: person.permissions },
    },
  };
  const held = person.isSuper ? permissions : person.permissions.intersection(permissions);
  const never = Number.POSITIVE_INFINITY;
  const end = Math.min(record.expire_time ?? never, token?.token_expires ?? never);
  const expireTime = end === never ? null : end;
  // A person who owes a second factor gets in neither by a session nor by an app.
  const proof = proofOf(records, record, person, { time: null, isByProvider: record.by_provider });
  const actor: Actor = { ...endingAt(person, expireTime), isSuper: false, permissions: held, key, proof };
  return { actor, expireTime, admits: () => true };
}
