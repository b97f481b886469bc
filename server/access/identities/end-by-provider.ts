import { hash } from 'node:crypto';
import type { Writes } from '../../records/write/writes.ts';
import { session } from '../sign-in/session.record.ts';
import { attempt } from './attempt.record.ts';
import { findIdentity, identityKey, providerSessionKey } from './identities.ts';
import { logoutToken } from './logout-token.record.ts';

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
  const key = hash('sha256', JSON.stringify([issuer, id]), 'base64url');
  await writes.create(logoutToken, { key, expire_time: writes.context.now + goodForMs });
  const there = providerSessionKey(issuer, name);
  const person = subject === undefined ? undefined : { issuer, subject };
  await endAttempts(writes, person ? identityKey(person) : undefined, there);
  const by = person && (await findIdentity(writes, person));
  const ended = await writes.where(session, (select) =>
    select.where((e) => {
      const named = e('provider_session', '=', there);
      if (!by) return named;
      const theirs = e('identity_id', '=', by.id);
      // A session without a stored name may be the reported one.
      return there === null ? theirs : e.and([theirs, e.or([named, e('provider_session', 'is', null)])]);
    }),
  );
  const ids = ended.map((row) => row.id);
  if (ids.length > 0) await writes.erase(session, ids);
  return ids.length;
}

/** Ends sign-ins by the provider whose results were not fetched yet. */
async function endAttempts(writes: Writes, person: string | undefined, there: string | null): Promise<void> {
  const rows = await writes.where(attempt, (select) =>
    select.where('code', 'is not', null).where((e) => {
      const named = e('provider_session', '=', there);
      if (person === undefined) return named;
      const theirs = e('identity', '=', person);
      return there === null ? theirs : e.and([theirs, e.or([named, e('provider_session', 'is', null)])]);
    }),
  );
  for (const { id } of rows) await writes.update(attempt, id, { code: null, told: null });
}
