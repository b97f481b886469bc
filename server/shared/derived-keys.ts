import { hkdfSync } from 'node:crypto';

/** What keys are derived for. What was made with a key is good for as long as its purpose keeps its name. */
type Purpose =
  | 'captcha'
  | 'challenge'
  | 'cursor of change sets'
  | 'cursor of changes'
  | 'file address'
  | 'oidc'
  | 'preview'
  | 'repeated request'
  | 'second factor';

/** A key for one purpose from each of the server's secrets, in their order: nothing made for another purpose fits it. */
export function deriveKeys(
  [first, ...others]: readonly [string, ...string[]],
  purpose: Purpose,
): readonly [Buffer, ...Buffer[]] {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', `quire ${purpose}`, 32));
  return [keyOf(first), ...others.map(keyOf)];
}
