import { eraseWhere, type Select, type Writes } from '../../records/index.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { session } from '../sign-in/session.collection.ts';
import { attempt } from './attempt.collection.ts';
import { findIdentity, identityKey, providerSessionKey } from './identities.ts';
import { logoutToken } from './logout-token.collection.ts';

/** A provider's logout token. */
interface Order {
  readonly issuer: string;
  /** The token's id. Each token is obeyed once. */
  readonly id: string;
  /** The person whose sessions end: all of them, or those that began by one session at the provider. */
  readonly subject: string | undefined;
  readonly session: string | undefined;
}

/**
 * Ends the sessions that a provider reports as ended, and unfinished sign-ins, effective from the next request in every
 * process. Returns the number of sessions.
 */
export async function endByProvider(
  writes: Writes,
  { issuer, id, subject, session: name }: Order,
  goodForMs: number,
): Promise<number> {
  const key = hashOf(JSON.stringify([issuer, id]));
  await writes.create(logoutToken, { key, expire_time: writes.context.now + goodForMs });
  const there = providerSessionKey(issuer, name);
  const person = subject === undefined ? undefined : { issuer, subject };
  await endAttempts(writes, person ? identityKey(person) : undefined, there);
  const by = person && (await findIdentity(writes, person));
  return eraseWhere(writes, session, narrowTo(there, by && { identity_id: by.id }));
}

/** Ends sign-ins by the provider whose results were not fetched yet. */
async function endAttempts(writes: Writes, person: string | undefined, there: string | null): Promise<void> {
  const narrow = narrowTo(there, person === undefined ? undefined : { identity: person });
  const records = await writes.where(attempt, (select) => narrow(select.where('code', 'is not', null)));
  for (const { id } of records) await writes.update(attempt, id, { code: null, told: null });
}

/** Narrows to records of one session at the provider, or of a person; a record without a stored session may be of the reported one. */
function narrowTo(there: string | null, person: Readonly<Record<string, unknown>> | undefined) {
  return (select: Select): Select => {
    if (!person) return select.where('provider_session', '=', there);
    const theirs = select.where((e) => e.and(person));
    if (there === null) return theirs;
    return theirs.where((e) => e.or([e('provider_session', '=', there), e('provider_session', 'is', null)]));
  };
}
