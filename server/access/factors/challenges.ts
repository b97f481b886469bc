import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { type Message, message } from '../../messages/message.ts';
import { removeWhere, type Writes } from '../../records/index.ts';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';
import { usedChallenge } from './used-challenge.collection.ts';

/** The purpose of a challenge; its answer is valid for nothing else. */
export interface ChallengeUse {
  readonly purpose: 'sign_in' | 'registration' | 'reauthentication';
  /** The session that asked; absent before sign-in. */
  readonly session?: { readonly id: bigint; readonly sessionId: bigint };
}

/** Challenges for passkeys to sign. They are derived from the server's secret, so nothing is stored until one is answered. */
export interface Challenges {
  make(use: ChallengeUse, now: number): string;
  /** Uses a challenge up, in every process. Throws if it is not for this use, has expired, or was used. */
  use(writes: Writes, challenge: string, use: ChallengeUse): Promise<void>;
}

const LIFE_MS = 300_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;

/** The first secret makes challenges, all check them. */
export function makeChallenges(secrets: readonly [string, ...string[]]): Challenges {
  const keys = deriveKeys(secrets, 'challenge');
  return {
    make(use, now) {
      const content = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
      randomBytes(NONCE_BYTES).copy(content);
      content.writeUIntBE(now + LIFE_MS, NONCE_BYTES, TIME_BYTES);
      return Buffer.concat([content, mac(keys[0], content, use)]).toString('base64url');
    },
    async use(writes, challenge, use) {
      const { now } = writes.context;
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) throw refused(message('malformedChallenge'));
      const content = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
      const given = bytes.subarray(NONCE_BYTES + TIME_BYTES);
      if (!keys.some((key) => timingSafeEqual(mac(key, content, use), given)))
        throw refused(message('challengeOfAnotherUse'));
      const expire_time = content.readUIntBE(NONCE_BYTES, TIME_BYTES);
      if (expire_time <= now) throw refused(message('challengeExpired'));
      const nonce = content.subarray(0, NONCE_BYTES).toString('base64url');
      await writes.create(usedChallenge, { nonce, expire_time });
      await forgetExpired(writes);
    },
  };
}

async function forgetExpired(writes: Writes): Promise<void> {
  const { now } = writes.context;
  await removeWhere(writes, usedChallenge, (select) => select.where('expire_time', '<=', now).limit(20));
}

function mac(key: Buffer, content: Buffer, { purpose, session }: ChallengeUse): Buffer {
  const bound = session ? `${session.id}.${session.sessionId}` : '';
  return createHmac('sha256', key).update(content).update(`${purpose} ${bound}`).digest();
}

function refused(reason: Message): AppError {
  return new AppError('secondFactorWrong', { reason });
}
