import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Language } from '../../messages/languages.ts';
import type { Writes } from '../../records/write/writes.ts';
import { toJson } from '../../shared/exact-json.ts';
import { mailAddressOf } from '../accounts/addresses.ts';
import type { user } from '../accounts/user.collection.ts';
import { networkOf } from '../actor.ts';

/** The kind of the jobs that mail about accounts. */
export const ACCOUNT_MAIL = 'account mail';

/** Who is told what somebody else did to their account, where, and in whose language. */
interface OwnerNotice {
  readonly to: string | undefined;
  readonly name: string;
  readonly language: Language;
  readonly network: string;
}

interface Caller {
  readonly from: { readonly address: string };
  readonly language: () => Language;
}

/** The owner of an account as it is now, before somebody else changes it. */
export function noticeOf(owner: RecordOf<typeof user>, { from, language }: Caller): OwnerNotice {
  return {
    to: mailAddressOf(owner),
    name: owner.username,
    language: language(),
    network: networkOf(from.address),
  };
}

/** Mails the owner of an account what somebody else did to it, if they have an address. */
export function tellOwner(
  writes: Writes,
  mail: 'password_set' | 'address_set' | 'factors_removed',
  { to, ...notice }: OwnerNotice,
): void {
  if (to === undefined) return;
  writes.follow({ kind: ACCOUNT_MAIL, data: toJson({ about: 'notice', mail, to, ...notice }) });
}
