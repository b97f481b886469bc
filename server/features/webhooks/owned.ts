import { type Actor, orSuper, user } from '../../access/index.ts';
import { type AccessRule, canTellChanges } from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { parseId } from '../../http/parse-id.ts';
import type { Reads, Select, Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Allowed } from './allowed-addresses.ts';
import { AddressRefused, requireAllowedHost } from './allowed-addresses.ts';
import { message } from './messages/message.ts';
import { type Webhook, webhook } from './webhook.collection.ts';

/** Paused ones count: they keep what they have missed. */
const MOST_OF_CREATOR = 20;
const MOST_IN_ALL = 200;

/** Making webhooks for oneself. */
export const manageWebhooks = {
  level: 'permission',
  permission: { key: 'webhook.manage', name: message('manageWebhooks'), module: message('webhooksTag') },
} as const satisfies AccessRule;

export const mayManage = orSuper(manageWebhooks);

/** The webhooks that a caller finds: a program those that its key made, super administrators all. */
export function ownedBy({ id, isSuper, key }: Actor): (select: Select) => Select {
  return (select) => {
    if (isSuper && !key) return select;
    const own = select.where('create_user_id', '=', id);
    return key ? own.where('key_id', '=', key.id) : own;
  };
}

/** A webhook that the caller finds. Any other is reported as not found. */
export async function getWebhook(reads: Reads, id: string, actor: Actor): Promise<Webhook> {
  const found = await reads.first(webhook, (select) => ownedBy(actor)(select).where('id', '=', parseId(id)));
  if (!found) throw new AppError('recordNotFound');
  return found;
}

/**
 * Throws if one more webhook is too many: every write of anybody becomes a message of each. Super administrators are held to the
 * bound in all alone. Simultaneous requests of a creator follow one another.
 */
export async function requireRoom(writes: Writes, { id, isSuper }: Actor): Promise<void> {
  await writes.find(user, id);
  const own = await writes.count(webhook, (select) => select.where('create_user_id', '=', id));
  if (!isSuper && own >= MOST_OF_CREATOR)
    throw badParameters({ '': message('tooManyOwnWebhooks', { max: MOST_OF_CREATOR }) });
  if ((await writes.count(webhook)) >= MOST_IN_ALL)
    throw badParameters({ '': message('tooManyWebhooks', { max: MOST_IN_ALL }) });
}

/** Throws for an address that nothing would ever be sent to. Names are checked at each delivery. */
export function requireGoodUrl(text: string, allowed: Allowed): void {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isHttp || url.username !== '' || url.password !== '' || url.hash !== '')
    throw badParameters({ url: message('notAWebhookUrl') });
  try {
    requireAllowedHost(url, allowed(url.protocol));
  } catch (cause) {
    if (!(cause instanceof AddressRefused)) throw cause;
    throw badParameters({ url: message('addressNotForWebhooks') });
  }
}

/** Throws for collections that are not served, or of which the feed cannot tell. */
export function requireKnownCollections(
  { catalogue }: Pick<RecordStore, 'catalogue'>,
  names: readonly string[] | null,
) {
  const known = new Set(catalogue.served.filter(canTellChanges).map(({ name }) => name));
  const strange = names?.find((name) => !known.has(name));
  if (strange !== undefined)
    throw badParameters({ collections: message('noSuchCollectionNamed', { name: strange }) });
}
