import {
  addressed,
  adoptHash,
  foldedKey,
  named,
  noPassword,
  readLegacyHash,
  user,
} from '../../access/index.ts';
import { Problem } from '../../definitions/problem.ts';
import type { NewRecord, RecordOf } from '../../definitions/types/record-types.ts';
import { render } from '../../messages/message.ts';
import type { SourceRecord } from './engines/engine.ts';
import type { NamedFile } from './files/named-files.ts';
import type { Identity } from './identities.ts';

/** What 0.1 and 0.2 write in the column `active` for a user who may sign in. */
const ACTIVE = '1';

/** A user of the source, and other users with the same name or address. */
export interface Applicant {
  readonly record: SourceRecord;
  readonly here: readonly RecordOf<typeof user>[];
  /** The id of the first source record with each name, and with each key of a name and of an address. */
  readonly firstNamed: ReadonlyMap<string, string>;
  readonly firstKeyed: ReadonlyMap<string, string>;
  readonly firstAddressed: ReadonlyMap<string, string>;
  /** The files that are pictures of users, by the texts that name them. */
  readonly pictures: ReadonlyMap<string, NamedFile>;
}

/** The user as it is imported, and what had to be changed. A dry run hashes no password. */
export async function accountOf(
  applicant: Applicant,
  password: Identity | undefined,
  isDryRun: boolean,
): Promise<{ account: NewRecord<typeof user>; changes: string[] }> {
  const { username, nickname, active } = applicant.record;
  const { avatar, loss } = pictureOf(applicant);
  const refused = emailProblem(applicant);
  const shares = nameShared(applicant);
  const hash = password?.credential ?? '';
  const adopted = isDryRun ? undefined : await adoptHash(hash);
  const account = {
    ...named(username ?? ''),
    ...(shares && { name_key: null }),
    nickname: nickname?.trim() ? nickname : (username ?? ''),
    active: (active ?? ACTIVE) === ACTIVE,
    avatar,
    ...addressed(refused === undefined ? applicant.record.email : null),
    credential: noPassword(),
    ...adopted,
  };
  const changes = refused === undefined ? [] : [`the address is left out: ${refused}`];
  if (shares) changes.push(`it signs in only as '${username}', in this case: ${shares}`);
  if (loss !== undefined) changes.push(loss);
  if (readLegacyHash(hash) === undefined)
    changes.push('its password is of no known format: an administrator must set one');
  if (password?.identifier && password.identifier !== username)
    changes.push(`it signs in as '${username}', no longer as '${password.identifier}'`);
  return { account, changes };
}

/** The picture by its path here, or as it is named there, and whether it is lost. A picture elsewhere stays where it is. */
function pictureOf({ record, pictures }: Applicant): { avatar: string | null; loss?: string } {
  const named = record.avatar || null;
  if (named === null) return { avatar: null };
  const found = pictures.get(named);
  if (found?.isHere) return { avatar: found.path ?? named };
  const isElsewhere = !found && /^https?:/.test(named);
  return { avatar: named, ...(!isElsewhere && { loss: `its picture '${named}' is not taken over` }) };
}

/** Who has the same name in another case, if anybody. */
function nameShared({ record, here, firstKeyed }: Applicant): string | undefined {
  const key = foldedKey(record.username ?? '');
  const other = here.find(({ name_key }) => name_key === key);
  if (other) return `'${other.username}' is another user here`;
  const first = firstKeyed.get(key);
  return first === record.id ? undefined : `user ${first} there has the same name in another case`;
}

/** Why the address cannot be kept, if so. It is then left out, because nobody needs it to sign in. */
function emailProblem({ record, here, firstAddressed }: Applicant): string | undefined {
  const { email } = record;
  if (!email) return undefined;
  const cleaned = user.fields.email.clean(email);
  if (cleaned instanceof Problem) return `'${email}' ${render(cleaned.text, 'en')}`;
  const key = foldedKey(email);
  const first = firstAddressed.get(key);
  if (first !== record.id) return `'${email}' is also the address of user ${first} there`;
  return here.some((one) => one.email_key === key)
    ? `'${email}' is the address of another user here`
    : undefined;
}
