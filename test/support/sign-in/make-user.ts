import { randomUUID } from 'node:crypto';
import { createUser } from '../../../server/access/accounts/accounts.ts';
import { named } from '../../../server/access/accounts/names.ts';
import { hashPassword } from '../../../server/access/passwords/passwords.ts';
import { placeOf, rememberNetwork } from '../../../server/access/sign-in/known-networks.ts';
import { makeSessions, type TokenPair } from '../../../server/access/sign-in/sessions.ts';
import { makeTokens } from '../../../server/access/sign-in/tokens.ts';
import type { Settings } from '../../../server/settings.ts';
import type { Server } from '../../../server/start.ts';

const ROOT = { id: 1n, username: 'root' };
const hashes = new Map<string, Promise<string>>();

/**
 * Makes users who are signed in, by what stands behind the routes: without requests, and so without entries of the log. Their
 * sessions are as the routes of the specification open them.
 */
export function makeUserOn({ store }: Server, settings: Settings, password: string) {
  const { accessTokenTtl: access, refreshTokenTtl: refresh, sessionTtl: session } = settings;
  const sessions = makeSessions(
    makeTokens(settings.secrets),
    { access, refresh, session },
    settings.factorPolicy,
  );
  const from = { address: '127.0.0.1', agent: 'lightMyRequest', keepsNewRefreshTokens: true };
  const proof = { methods: ['password'] } as const;

  return async (
    username: string,
    groupIds: readonly number[],
  ): Promise<{ id: number; tokens: TokenPair }> => {
    const hash = hashes.get(password) ?? hashPassword(password);
    hashes.set(password, hash);
    const account = { ...named(username), credential: await hash };
    const context = { actor: ROOT, requestId: randomUUID(), now: Date.now() };
    return store.write(context, async (writes) => {
      const id = await createUser(writes, account, groupIds.map(BigInt));
      await rememberNetwork(writes, { id, create_time: context.now }, placeOf(from, settings.language));
      const { tokens } = await sessions.open(writes, id, { ...from, proof }, 'program');
      return { id: Number(id), tokens };
    });
  };
}
