import { AppError } from '../../errors.ts';
import type { Writes } from '../../records/write/writes.ts';
import type { Sealing } from '../../shared/secrets/sealing.ts';
import { totp } from './totp.collection.ts';

/** What every authenticator app reads (RFC 6238): six digits, a step of 30 seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the current one that count as well, for clocks that differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** Checked first, because the library treats some other texts as errors of its caller. */
const CODE = /^[0-9]{6}$/;

/** The data for an authenticator app. */
export interface NewTotp {
  /** The secret in base 32, to be typed. */
  readonly secret: string;
  /** The same with names, as a QR code holds it. */
  readonly uri: string;
}

/** Begins to set up an authenticator app, in place of an unconfirmed one. Throws if the user has a confirmed one. */
export async function beginTotp(
  writes: Writes,
  owner: { readonly id: bigint; readonly username: string },
  { issuer, sealing }: { readonly issuer: string; readonly sealing: Sealing },
): Promise<NewTotp> {
  const { Secret, TOTP } = await import('otpauth');
  const former = await lockedTotp(writes, owner.id);
  if (former?.confirmed_time != null) throw new AppError('factorExists');
  if (former) await writes.remove(totp, former.id);
  const secret = new Secret({ size: SECRET_BYTES });
  await writes.create(totp, { user_id: owner.id, secret: sealing.seal(secret.base32, owner.id) });
  const uri = new TOTP({ ...FORM, issuer, label: owner.username, secret }).toString();
  return { secret: secret.base32, uri };
}

/** Confirms an authenticator app by its first code. Returns whether the code is right. */
export async function confirmTotp(
  writes: Writes,
  userId: bigint,
  { code, sealing }: { readonly code: string; readonly sealing: Sealing },
): Promise<boolean> {
  const record = await lockedTotp(writes, userId);
  if (!record) throw new AppError('recordNotFound');
  if (record.confirmed_time !== null) throw new AppError('factorExists');
  const { now } = writes.context;
  const last_step = await stepOf(code, secretOf(record, sealing).text, now);
  if (last_step === undefined) return false;
  await writes.update(totp, record.id, { confirmed_time: now, last_step, used_time: now });
  return true;
}

/** Uses up a code of a user's authenticator app: each step counts once, across all processes. Returns whether it is right. */
export async function useTotp(
  writes: Writes,
  userId: bigint,
  { code, sealing }: { readonly code: string; readonly sealing: Sealing },
): Promise<boolean> {
  const record = await lockedTotp(writes, userId);
  if (record?.confirmed_time == null) return false;
  const { now } = writes.context;
  const secret = secretOf(record, sealing);
  const last_step = await stepOf(code, secret.text, now);
  if (last_step === undefined || last_step <= record.last_step) return false;
  await writes.update(totp, record.id, {
    last_step,
    used_time: now,
    ...(!secret.isCurrent && { secret: sealing.seal(secret.text, userId) }),
  });
  return true;
}

async function lockedTotp(writes: Writes, userId: bigint) {
  const found = await writes.first(totp, (select) => select.where('user_id', '=', userId));
  return found && writes.find(totp, found.id);
}

/** Throws if the secret was encrypted with a secret of the server that is gone. */
function secretOf(
  { secret, user_id }: { readonly secret: string; readonly user_id: bigint },
  sealing: Sealing,
) {
  const opened = sealing.unseal(secret, user_id);
  if (!opened) throw new AppError('factorUnreadable', { account: user_id });
  return opened;
}

/** The step of a code, if it is one of the steps around this time. */
async function stepOf(code: string, base32: string, now: number): Promise<bigint | undefined> {
  if (!CODE.test(code)) return undefined;
  const { Secret, TOTP } = await import('otpauth');
  const app = new TOTP({ ...FORM, secret: Secret.fromBase32(base32) });
  const delta = app.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : BigInt(app.counter({ timestamp: now }) + delta);
}
