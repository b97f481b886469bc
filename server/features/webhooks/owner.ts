import type { FindBeginner } from '../../access/admission/admit-task.ts';
import { makeRights } from '../../access/rights.ts';
import { everyone } from '../../definitions/access-rule.ts';
import type { Records } from '../../records/records.ts';
import type { Rights } from '../../records/rights.ts';
import type { Webhook } from './webhook.record.ts';

/** The present rights of a webhook's creator: it sends what they may see. */
export interface Owner {
  readonly rights: Rights;
  /** Whether they may follow users and access: super administrators, and their keys that manage accounts. */
  readonly mayFollowAccess: boolean;
}

/** The owner of a webhook with their present rights. Throws if their account or key has ended. */
export type FindOwner = (hook: Pick<Webhook, 'create_user_id' | 'key_id'>) => Promise<Owner>;

interface Parts {
  readonly records: Records;
  readonly findBeginner: FindBeginner;
  readonly switchedOff: ReadonlySet<string>;
}

export function makeFindOwner({ records, findBeginner, switchedOff }: Parts): FindOwner {
  return async ({ create_user_id: userId, key_id }) => {
    const actor = await findBeginner({ userId, keyId: key_id ?? undefined }, records.database.reads);
    return {
      rights: makeRights(actor, { switchedOff, admittedBy: everyone }),
      mayFollowAccess: actor.isSuper && actor.key?.managesAccounts !== false,
    };
  };
}
