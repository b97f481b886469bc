import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { foldCase } from '../../shared/fold-case.ts';

/** Whose password it is to be. */
interface Owner {
  readonly username: string;
  readonly email?: string | null | undefined;
}

/** Throws where a new password is among the first that somebody would guess; `field` is what the request calls it. */
export async function requireStrongPassword(
  field: string,
  password: string,
  { username, email }: Owner,
): Promise<void> {
  const folded = foldCase(password);
  const own = [username, email ?? '', email?.split('@')[0] ?? ''].map(foldCase);
  if (own.includes(folded)) throw badParameters({ [field]: message('likeTheName') });
  const isOneCharacter = new Set(folded).size === 1;
  if (isOneCharacter || (await commonPasswords()).has(folded))
    throw badParameters({ [field]: message('tooCommon') });
}

let common: ReadonlySet<string> | undefined;

/** Some 49,000 passwords from leaks, in lower case. Loaded with the first new password. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  if (!common) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    common = new Set(dictionary['passwords-common']);
  }
  return common;
}
