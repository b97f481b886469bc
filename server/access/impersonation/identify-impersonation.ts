import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Reader } from '../../database/engine.ts';
import type { Version } from '../../database/versions/version.ts';
import { AppError } from '../../errors.ts';
import { type Message, message } from '../../messages/message.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { type Actor, endingAt } from '../actor.ts';
import { digestKey } from '../api-keys/key-text.ts';
import { makeFindActor, makeFindUser } from '../sign-in/actors.ts';
import { type Impersonation, impersonation } from './impersonation.collection.ts';

/** The actor that an impersonation's token identifies. Throws if the token is not valid. */
export type IdentifyImpersonation = (
  text: string,
  at: { readonly version: Version | undefined; readonly reader?: Reader },
) => Promise<{ readonly actor: Actor }>;

/** Everything is looked up for each request, so a right that either user loses ends it at once. */
export function makeIdentifyImpersonation(store: RecordStore): IdentifyImpersonation {
  const [findActor, findUser] = [makeFindActor(store), makeFindUser(store)];
  return async (text, { version, reader = store.database.reads }) => {
    const record = isImpersonationText(text) ? await findRecord(store, text) : undefined;
    if (!record) throw ended(message('unknownImpersonation'));
    if (record.expire_time <= Date.now())
      throw new AppError('tokenExpired', { reason: message('impersonationExpired') });
    const viewer = await findActor(`${record.session_id}.${record.session_nonce}`, version, reader);
    if (!viewer || viewer === 'inactive' || !viewer.isSuper) throw ended(message('impersonatorGone'));
    const seen = await findUser(record.user_id, reader);
    if (!seen || seen === 'inactive' || seen.isSuper) throw ended(message('impersonatedGone'));
    const { id, username, proof } = viewer;
    const actor = endingAt(seen, record.expire_time, viewer.rightsEnd);
    return { actor: { ...actor, impersonator: { id, username, proof } } };
  };
}

function ended(reason: Message): AppError {
  return new AppError('tokenInvalid', { reason });
}

async function findRecord({ ownReads }: RecordStore, text: string): Promise<Impersonation | undefined> {
  const { hash, fingerprint } = digestKey(text);
  const record = await ownReads.first(impersonation, (select) =>
    select.where('fingerprint', '=', fingerprint),
  );
  return record && timingSafeEqual(Buffer.from(record.hash), Buffer.from(hash)) ? record : undefined;
}

/** What every such token begins with. No API key and no token of a session does. */
export const IMPERSONATION_PREFIX = 'quireview_';
const FORM = new RegExp(`^${IMPERSONATION_PREFIX}[\\w-]{43}$`);

/** A new token of 256 random bits. */
export function makeImpersonationText(): string {
  return IMPERSONATION_PREFIX + randomBytes(32).toString('base64url');
}

function isImpersonationText(text: string): boolean {
  return FORM.test(text);
}
