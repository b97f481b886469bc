import { type Door, session } from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import type { Interaction } from './library.ts';
import { message } from './messages/message.ts';

/** When the person of this session signed in, or last proved who they are; in milliseconds. */
export async function authenticationTime({ reads, actor }: Door): Promise<number> {
  const begun = await reads.find(session, actor.sessionId);
  return Math.max(begun?.create_time ?? 0, actor.proof?.time ?? 0);
}

/** Throws if an app asks that the person proves who they are, and they did so too long ago. */
export function requireRecent({ params, iat }: Interaction, time: number): void {
  const { prompt = '', max_age } = params;
  const mostSeconds = prompt.split(' ').includes('login') ? 0 : max_age;
  if (mostSeconds === undefined || time >= (iat - Number(mostSeconds)) * 1000) return;
  throw new AppError('reauthenticationRequired', { reason: message('appWantsProof') });
}

/** Whether an app expects another person to sign in, by an ID token that the library has verified. */
export function expectsAnother({ params: { id_token_hint: hint } }: Interaction, { actor }: Door): boolean {
  if (hint === undefined) return false;
  const payload = Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString();
  const { sub } = JSON.parse(payload) as { readonly sub?: string }; // as OpenID Connect says
  return sub !== String(actor.id);
}
