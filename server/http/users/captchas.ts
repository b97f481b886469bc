import type { Door } from '../../access/door.ts';
import { networkOf } from '../../access/sign-in/network.ts';
import { limitConcurrency, perKeyLimit } from '../../background/limits.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { removeWhere } from '../../records/write/remove-where.ts';
import { loadSharp } from '../../shared/system/load-sharp.ts';
import { triedCaptcha } from './captcha.collection.ts';
import { makeCaptchaTags } from './captcha-tags.ts';

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
