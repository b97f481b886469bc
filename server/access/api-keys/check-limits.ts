import { badParameters } from '../../errors.ts';
import { type Message, message } from '../../messages/message.ts';
import { file } from '../../records/file.collection.ts';
import type { Reads } from '../../records/store/reads.ts';
import type { WriteReads } from '../../records/store/write-context.ts';
import { isNetwork } from '../../shared/networks.ts';
import { permission } from '../accounts/permission.collection.ts';
import type { KeyLimits } from './key-limits.ts';

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
