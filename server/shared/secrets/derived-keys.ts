import { hkdfSync } from 'node:crypto';

/** The purposes of derived keys. Renaming a purpose invalidates everything made with its key. */
type Purpose =
  | 'backup'
  | 'captcha'
  | 'challenge'
  | 'cursor of change sets'
  | 'cursor of changes'
  | 'cursor of changes of a field'
  | 'file address'
  | 'log chain'
  | 'name of a secret'
  | 'oidc'
  | 'plug-in'
  | 'preview'
  | 'provider'
  | 'provider cookies'
  | 'repeated request'
  | 'second factor'
  | 'webhook';

/** A key for one purpose from each of the server's secrets, in their order: nothing made for another purpose fits it. */
export function deriveKeys(
  [first, ...others]: readonly [string, ...string[]],
  purpose: Purpose,
): readonly [Buffer, ...Buffer[]] {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', `quire ${purpose}`, 32));
  return [keyOf(first), ...others.map(keyOf)];
}
