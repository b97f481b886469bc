import { timingSafeEqual } from 'node:crypto';
import type { Reader } from '../../database/engine.ts';
import type { Version } from '../../database/versions/version.ts';
import { AppError } from '../../errors.ts';
import { type Message, message } from '../../messages/message.ts';
import type { Records } from '../../records/records.ts';
import { type Actor, endingAt } from '../actor.ts';
import { digestKey } from '../api-keys/key-text.ts';
import { makeFindActor, makeFindUser } from '../sign-in/actors.ts';
import { type Impersonation, impersonation } from './impersonation.collection.ts';
import { isImpersonationText } from './impersonation-text.ts';

/** The actor that an impersonation's token identifies. Throws if the token is not valid. */
export type IdentifyImpersonation = (
  text: string,
  at: { readonly version: Version | undefined; readonly reader?: Reader },
) => Promise<{ readonly actor: Actor }>;

/** Everything is looked up for each request, so a right that either user loses ends it at once. */
export function makeIdentifyImpersonation(records: Records): IdentifyImpersonation {
  const [findActor, findUser] = [makeFindActor(records), makeFindUser(records)];
  return async (text, { version, reader = records.database.reads }) => {
    const row = isImpersonationText(text) ? await findRow(records, text) : undefined;
    if (!row) throw ended(message('unknownImpersonation'));
    if (row.expire_time <= Date.now())
      throw new AppError('tokenExpired', { reason: message('impersonationExpired') });
    const viewer = await findActor(`${row.session_id}.${row.session_nonce}`, version, reader);
    if (!viewer || viewer === 'inactive' || !viewer.isSuper) throw ended(message('impersonatorGone'));
    const seen = await findUser(row.user_id, reader);
    if (!seen || seen === 'inactive' || seen.isSuper) throw ended(message('impersonatedGone'));
    const { id, username, proof } = viewer;
    const actor = endingAt(seen, row.expire_time, viewer.rightsEnd);
    return { actor: { ...actor, impersonator: { id, username, proof } } };
  };
}

function ended(reason: Message): AppError {
  return new AppError('tokenInvalid', { reason });
}

async function findRow({ ownReads }: Records, text: string): Promise<Impersonation | undefined> {
  const { hash, fingerprint } = digestKey(text);
  const row = await ownReads.first(impersonation, (select) => select.where('fingerprint', '=', fingerprint));
  return row && timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash)) ? row : undefined;
}
