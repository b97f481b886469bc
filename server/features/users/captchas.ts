import type { Door } from '../../access/door.ts';
import { networkOf } from '../../access/network.ts';
import { AppError } from '../../errors.ts';
import { makeShares, makeTurns } from '../../turns.ts';
import { triedCaptcha } from './captcha.record.ts';
import { makeCaptchaTags } from './captcha-tags.ts';
import { drawCaptcha } from './draw-captcha.ts';

/** Pictures of a few letters, which people who sign in must read. */
export interface Captchas {
  /** A new one for somebody at this address; its tag comes back with what was read. */
  issue(now: number, address: string): Promise<{ readonly tag: string; readonly image: string }>;
  /** Throws unless the text is the tag's. Right or wrong, the tag is good for nothing more, in every process. */
  require(door: Door, tag: unknown, text: unknown): Promise<void>;
}

export function makeCaptchas(secrets: readonly [string, ...string[]]): Captchas {
  const tags = makeCaptchaTags(secrets);
  const inTurn = makeTurns(50);
  const inShare = makeShares(10);
  return {
    async issue(now, address) {
      const { tag, text } = tags.make(now);
      const draw = () => inTurn(() => drawCaptcha(text));
      return { tag, image: await inShare(networkOf(address), draw) };
    },
    async require(door, tag, text) {
      const captcha = typeof tag === 'string' ? tags.read(tag, door.admission.now) : undefined;
      if (!captcha) throw new AppError('captchaWrong', { reason: 'no tag, or an expired one' });
      await useUp(door, captcha.nonce, captcha.expireTime);
      const isRead = typeof text === 'string' && text.trim().toUpperCase() === captcha.text;
      if (!isRead) throw new AppError('captchaWrong', { reason: 'the text was read wrongly' });
    },
  };
}

/** The unique nonce lets one process win; expired ones are forgotten on the way. */
function useUp(door: Door, nonce: string, expire_time: number): Promise<void> {
  return door.record(async (writes) => {
    await writes.create(triedCaptcha, { nonce, expire_time });
    const expired = await writes.where(triedCaptcha, (select) =>
      select.where('expire_time', '<=', writes.act.now).limit(20),
    );
    for (const { id } of expired) await writes.remove(triedCaptcha, id);
  });
}
