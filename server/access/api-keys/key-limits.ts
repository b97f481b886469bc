import { badParameters } from '../../errors.ts';
import { type Message, message } from '../../messages/message.ts';
import { file, type Reads, type WriteReads } from '../../records/index.ts';
import { isNetwork, liesWithin } from '../../shared/networks.ts';
import { permission } from '../accounts/permission.collection.ts';
import type { ApiKey } from './api-key.collection.ts';

/** The limits that a key puts on its user's rights. */
export interface KeyLimits {
  /** Keys of permissions; null for all that the user holds. */
  readonly permissions: readonly string[] | null;
  /** Names of collections; null for all. */
  readonly collections: readonly string[] | null;
  readonly readOnly: boolean;
  readonly managesAccounts: boolean;
  /** Networks in CIDR notation; null for all. */
  readonly networks: readonly string[] | null;
  readonly expireTime: number | null;
}

/** The limits of a stored key. */
export function limitsOf(record: ApiKey): KeyLimits {
  return {
    permissions: wordsOf(record.permissions),
    collections: wordsOf(record.collections),
    readOnly: record.read_only,
    managesAccounts: record.manages_accounts,
    networks: wordsOf(record.networks),
    expireTime: record.expire_time,
  };
}

/** A stored list of words; null where there is none. */
export function wordsOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.map(String) : null;
}

/** Which limits of a new key are wider than those of the key that makes it. */
export function widerThan(made: KeyLimits, maker: KeyLimits): (keyof KeyLimits)[] {
  const within = (inner: readonly string[] | null, outer: readonly string[] | null) =>
    outer === null || inner?.every((one) => outer.includes(one)) === true;
  const holds: Readonly<Record<keyof KeyLimits, boolean>> = {
    permissions: within(made.permissions, maker.permissions),
    collections: within(made.collections, maker.collections),
    readOnly: made.readOnly || !maker.readOnly,
    managesAccounts: !made.managesAccounts || maker.managesAccounts,
    networks: liesWithin(made.networks ?? [], maker.networks ?? []),
    expireTime:
      (made.expireTime ?? Number.POSITIVE_INFINITY) <= (maker.expireTime ?? Number.POSITIVE_INFINITY),
  };
  return (Object.keys(holds) as (keyof KeyLimits)[]).filter((name) => !holds[name]); // Object.keys answers texts
}

/** The names of the limits in requests and commands. */
export const LIMIT_FIELDS = {
  permissions: 'permissions',
  collections: 'collections',
  readOnly: 'read_only',
  managesAccounts: 'manages_accounts',
  networks: 'networks',
  expireTime: 'expire_time',
} as const satisfies Record<keyof KeyLimits, string>;

/** Throws if limits name something that does not exist, or have already expired. */
export async function requireSoundLimits(reads: WriteReads, limits: KeyLimits): Promise<void> {
  const { permissions, collections, networks, expireTime } = limits;
  const problems: Record<string, Message> = {};
  const unknown = permissions && (await unknownPermission(reads, permissions));
  if (unknown) problems[LIMIT_FIELDS.permissions] = message('noSuchPermission', { name: unknown });
  const names = new Set([...reads.catalogue.served, file].map(({ name }) => name));
  const strange = collections?.find((name) => !names.has(name));
  if (strange !== undefined)
    problems[LIMIT_FIELDS.collections] = message('noSuchCollectionNamed', { name: strange });
  if (networks?.every(isNetwork) === false) problems[LIMIT_FIELDS.networks] = message('notANetwork');
  if (expireTime !== null && expireTime <= reads.context.now)
    problems[LIMIT_FIELDS.expireTime] = message('notInFuture');
  if (Object.keys(problems).length > 0) throw badParameters(problems);
}

async function unknownPermission(reads: Reads, keys: readonly string[]): Promise<string | undefined> {
  const records = await reads.where(permission, (select) => select.where('mount', '=', true));
  const known = new Set(records.map(({ key }) => key));
  return keys.find((key) => !known.has(key));
}
