import { connection } from './connection.ts';

export interface Captcha {
  readonly tag: string;
  /** The picture as a data URL. */
  readonly image: string;
}

/** A new captcha; undefined if the server requires none. */
export async function getCaptcha(): Promise<Captcha | undefined> {
  const { tag, image } = await connection.request('POST', '/cms/user/captcha');
  return typeof tag === 'string' && typeof image === 'string' ? { tag, image } : undefined;
}
