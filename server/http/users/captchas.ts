import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Door, networkOf } from '../../access/index.ts';
import { limitConcurrency, perKeyLimit } from '../../background/limits.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { removeWhere } from '../../records/write/remove-where.ts';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';
import { loadSharp } from '../../shared/system/load-sharp.ts';
import { triedCaptcha } from './captcha.collection.ts';

/** The size that clients of the Lin CMS family expect, in pixels. */
const SIZE = { width: 80, height: 40 } as const;

/** Pictures of a few letters, which people who sign in must read. */
export interface Captchas {
  /** Issues a captcha for a client at this address, which sends the tag back with the text. */
  issue(now: number, address: string): Promise<{ readonly tag: string; readonly image: string }>;
  /** Throws unless the text is the tag's. Right or wrong, the tag is good for nothing more, in every process. */
  require(door: Door, tag: unknown, text: unknown): Promise<void>;
}

export function makeCaptchas(secrets: readonly [string, ...string[]]): Captchas {
  const tags = makeCaptchaTags(secrets);
  const drawing = limitConcurrency({ waiting: 50 });
  const ofNetwork = perKeyLimit({ each: 10 });
  return {
    async issue(now, address) {
      const { tag, text } = tags.make(now);
      const draw = () => drawing(() => drawCaptcha(text));
      return { tag, image: await ofNetwork.run(networkOf(address), draw) };
    },
    async require(door, tag, text) {
      const captcha = typeof tag === 'string' ? tags.read(tag, door.admission.now) : undefined;
      if (!captcha) throw new AppError('captchaWrong', { reason: message('captchaTagMissing') });
      await useUp(door, captcha.nonce, captcha.expireTime);
      const isRead = typeof text === 'string' && text.trim().toUpperCase() === captcha.text;
      if (!isRead) throw new AppError('captchaWrong', { reason: message('captchaMisread') });
    },
  };
}

/** The unique nonce lets only one process succeed; expired ones are deleted meanwhile. */
function useUp(door: Door, nonce: string, expire_time: number): Promise<void> {
  return door.bookkeep(async (writes) => {
    await writes.create(triedCaptcha, { nonce, expire_time });
    await removeWhere(writes, triedCaptcha, (select) =>
      select.where('expire_time', '<=', writes.context.now).limit(20),
    );
  });
}

type Draw = (text: string, options: Readonly<Record<string, unknown>>) => string;

/** Draws a text for people to read, as the data URI of a PNG. The first drawing loads the libraries. */
async function drawCaptcha(text: string): Promise<string> {
  const library: { readonly default: unknown } = await import('svg-captcha');
  const draw = library.default as Draw; // its own types do not say that it can be called
  const sharp = await loadSharp();
  const drawing = draw(text, { ...SIZE, fontSize: 38, noise: 2 });
  const png = await sharp(Buffer.from(drawing)).flatten({ background: 'white' }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** The content of a tag. The text is derived from the tag and the secret, so no process has to store it. */
interface Captcha {
  readonly nonce: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly expireTime: number;
}

interface CaptchaTags {
  make(now: number): { readonly tag: string; readonly text: string };
  /** Undefined if this server did not issue the tag, or if it has expired. */
  read(tag: string, now: number): Captcha | undefined;
}

const LIFE_MS = 300_000;
const LENGTH = 4;
/** Letters and digits that cannot be confused with each other. */
const LETTERS = 'ACDEFHKLMNPRTUXY3479';

/** The first secret makes tags, all read them. */
export function makeCaptchaTags(secrets: readonly [string, ...string[]]): CaptchaTags {
  const keys = deriveKeys(secrets, 'captcha');
  const [first] = keys;
  return {
    make(now) {
      const nonce = randomBytes(16).toString('base64url');
      const content = `${nonce}.${now + LIFE_MS}`;
      return { tag: `${content}.${mac(first, content).toString('base64url')}`, text: textOf(first, nonce) };
    },
    read(tag, now) {
      const [, content = '', nonce = '', time = '', signature = ''] =
        /^(([\w-]{22})\.(\d{1,16}))\.([\w-]{43})$/.exec(tag) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const key = keys.find((one) => given.length === 32 && timingSafeEqual(mac(one, content), given));
      const expireTime = Number(time);
      return key && expireTime > now ? { nonce, text: textOf(key, nonce), expireTime } : undefined;
    },
  };
}

function mac(key: Buffer, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

function textOf(key: Buffer, nonce: string): string {
  const chance = mac(key, `text ${nonce}`);
  const places = Array.from({ length: LENGTH }, (_, index) => chance.readUInt32LE(4 * index));
  return places.map((index) => LETTERS[index % LETTERS.length]).join('');
}
