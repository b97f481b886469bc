import { liesWithin } from '../../shared/networks.ts';
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
