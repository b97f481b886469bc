import { decide, type FindBeginner, makeRights } from '../../access/index.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { isRefusal } from '../../errors.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Rights } from '../../records/rights.ts';
import { message } from './messages/message.ts';
import { mayManage } from './owned.ts';
import type { Webhook } from './webhook.collection.ts';

/** The present rights of a webhook's creator: it sends what they may see. */
export interface Owner {
  readonly rights: Rights;
  /** Whether they may follow users and access: super administrators, and their keys that manage accounts. */
  readonly mayFollowAccess: boolean;
  /** Whether they may still make webhooks. */
  readonly mayManage: boolean;
}

/** Why a webhook without an owner is paused. */
export const OWNERLESS = message('webhookOwnerless');

/** The owner of a webhook with their present rights. Throws if their account or key has ended. */
export type FindOwner = (hook: Pick<Webhook, 'create_user_id' | 'key_id'>) => Promise<Owner>;

interface Parts {
  readonly store: RecordStore;
  readonly findBeginner: FindBeginner;
  readonly switchedOff: ReadonlySet<string>;
}

export function makeFindOwner({ store, findBeginner, switchedOff }: Parts): FindOwner {
  return async ({ create_user_id: userId, key_id }) => {
    const actor = await findBeginner({ userId, keyId: key_id ?? undefined }, store.database.reads);
    return {
      rights: makeRights(actor, { switchedOff, admittedBy: everyone }),
      mayManage: decide(actor, mayManage).allowed,
      mayFollowAccess: actor.isSuper && actor.key?.managesAccounts !== false,
    };
  };
}

/** The owner of a webhook, for as long as they may have it. */
export async function livingOwner(find: FindOwner, hook: Webhook): Promise<Owner | undefined> {
  try {
    const owner = await find(hook);
    return owner.mayManage ? owner : undefined;
  } catch (cause) {
    if (isRefusal(cause)) return undefined;
    throw cause;
  }
}
