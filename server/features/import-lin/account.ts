import { user } from '../../access/accounts/user.record.ts';
import { readLegacyHash } from '../../access/passwords/legacy-passwords.ts';
import { adoptHash, noPassword } from '../../access/passwords/passwords.ts';
import { Problem } from '../../definitions/problem.ts';
import type { NewRow, RowOf } from '../../definitions/types/row-types.ts';
import { render } from '../../messages/message.ts';
import type { Identity } from './identities.ts';
import type { SourceRow } from './source.ts';

/** A user of the source, and other users with the same name or address. */
export interface Applicant {
  readonly row: SourceRow;
  readonly here: readonly RowOf<typeof user>[];
  /** The id of the first source row with each name and with each address. */
  readonly firstNamed: ReadonlyMap<string, string>;
  readonly firstAddressed: ReadonlyMap<string, string>;
}

/** The user as it is imported, and what had to be changed. A dry run hashes no password. */
export async function accountOf(
  applicant: Applicant,
  password: Identity | undefined,
  isDryRun: boolean,
): Promise<{ account: NewRow<typeof user>; changes: string[] }> {
  const { username, nickname, avatar } = applicant.row;
  const refused = emailProblem(applicant);
  const hash = password?.credential ?? '';
  const adopted = isDryRun ? undefined : await adoptHash(hash);
  const account = {
    username: username ?? '',
    nickname: nickname?.trim() ? nickname : '',
    avatar: avatar || null,
    email: refused === undefined ? applicant.row.email || null : null,
    credential: noPassword(),
    ...adopted,
  };
  const changes = refused === undefined ? [] : [`the address is left out: ${refused}`];
  if (readLegacyHash(hash) === undefined)
    changes.push('its password is of no known format: an administrator must set one');
  if (password && password.identifier !== username)
    changes.push(`it signs in as '${username}', no longer as '${password.identifier}'`);
  return { account, changes };
}

/** Why the address cannot be kept, if so. It is then left out, because nobody needs it to sign in. */
function emailProblem({ row, here, firstAddressed }: Applicant): string | undefined {
  const { email } = row;
  if (!email) return undefined;
  const cleaned = user.fields.email.clean(email);
  if (cleaned instanceof Problem) return `'${email}' ${render(cleaned.text, 'en')}`;
  const first = firstAddressed.get(email);
  if (first !== row.id) return `'${email}' is also the address of user ${first} there`;
  return here.some((one) => one.email === email)
    ? `'${email}' is the address of another user here`
    : undefined;
}
