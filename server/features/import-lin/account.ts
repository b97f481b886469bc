import { user } from '../../access/accounts/user.record.ts';
import { readLegacyHash } from '../../access/passwords/legacy-passwords.ts';
import { adoptHash, noPassword } from '../../access/passwords/passwords.ts';
import { Problem } from '../../definitions/problem.ts';
import type { NewRow, RowOf } from '../../definitions/types/row-types.ts';
import { render } from '../../messages/message.ts';
import type { NamedFile } from './files/named-files.ts';
import type { Identity } from './identities.ts';
import type { SourceRow } from './source.ts';

/** A user of the source, and other users with the same name or address. */
export interface Applicant {
  readonly row: SourceRow;
  readonly here: readonly RowOf<typeof user>[];
  /** The id of the first source row with each name and with each address. */
  readonly firstNamed: ReadonlyMap<string, string>;
  readonly firstAddressed: ReadonlyMap<string, string>;
  /** The files that are pictures of users, by the texts that name them. */
  readonly pictures: ReadonlyMap<string, NamedFile>;
}

/** The user as it is imported, and what had to be changed. A dry run hashes no password. */
export async function accountOf(
  applicant: Applicant,
  password: Identity | undefined,
  isDryRun: boolean,
): Promise<{ account: NewRow<typeof user>; changes: string[] }> {
  const { username, nickname } = applicant.row;
  const { avatar, loss } = pictureOf(applicant);
  const refused = emailProblem(applicant);
  const hash = password?.credential ?? '';
  const adopted = isDryRun ? undefined : await adoptHash(hash);
  const account = {
    username: username ?? '',
    nickname: nickname?.trim() ? nickname : '',
    avatar,
    email: refused === undefined ? applicant.row.email || null : null,
    credential: noPassword(),
    ...adopted,
  };
  const changes = refused === undefined ? [] : [`the address is left out: ${refused}`];
  if (loss !== undefined) changes.push(loss);
  if (readLegacyHash(hash) === undefined)
    changes.push('its password is of no known format: an administrator must set one');
  if (password?.identifier && password.identifier !== username)
    changes.push(`it signs in as '${username}', no longer as '${password.identifier}'`);
  return { account, changes };
}

/** The picture by its path here, or as it is named there, and whether it is lost. A picture elsewhere stays where it is. */
function pictureOf({ row, pictures }: Applicant): { avatar: string | null; loss?: string } {
  const named = row.avatar || null;
  if (named === null) return { avatar: null };
  const found = pictures.get(named);
  if (found?.isHere) return { avatar: found.path ?? named };
  const isElsewhere = !found && /^https?:/.test(named);
  return { avatar: named, ...(!isElsewhere && { loss: `its picture '${named}' is not taken over` }) };
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
