import { randomBytes } from 'node:crypto';
import {
  hashPassword,
  makeSessions,
  makeTokens,
  named,
  passwordFits,
  session,
  user,
} from '../../access/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { systemContext } from '../../records/store/write-context.ts';
import type { Settings } from '../../settings/values.ts';

/**
 * Tries, and takes back, what a sign-in does: an account with a password, a session, and tokens that lead to it. Throws if
 * something of it does not work.
 */
export async function trySignIn(store: RecordStore, settings: Settings): Promise<void> {
  const { secrets, accessTokenTtl, refreshTokenTtl, sessionTtl } = settings;
  const password = randomBytes(16).toString('base64url');
  const tokens = makeTokens(secrets);
  const lifetimes = { access: accessTokenTtl, refresh: refreshTokenTtl, session: sessionTtl };
  const sessions = makeSessions(tokens, lifetimes, settings.factorPolicy);
  const credential = await hashPassword(password);
  await store.tryOut(systemContext('drill'), async (writes) => {
    const name = `drill-${randomBytes(6).toString('hex')}`;
    const id = await writes.create(user, { ...named(name), nickname: name, credential });
    const stored = await writes.find(user, id);
    if ((await passwordFits(password, stored?.credential, 0)) === 'differs')
      throw new Error('a password that was stored does not fit');
    const client = { address: '', agent: 'drill', keepsNewRefreshTokens: true };
    const issued = await sessions.open(writes, id, client, 'program');
    const claims = tokens.read(issued.tokens.access_token, Date.now())?.claims;
    const [sessionId = '', nonce] = claims?.session.split('.') ?? [];
    const opened = await writes.find(session, BigInt(sessionId));
    if (opened?.user_id !== id || opened.nonce !== nonce)
      throw new Error('a token does not lead to its session');
  });
}
