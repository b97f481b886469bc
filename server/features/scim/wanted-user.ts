import { user } from '../../access/accounts/user.collection.ts';
import { Problem } from '../../definitions/problem.ts';
import { message, type Text } from '../../messages/message.ts';
import { attributeOf } from './filter.ts';
import { scimError } from './scim-error.ts';

/** What a directory wants a user to be. What it does not say is undefined. */
export interface WantedUser {
  readonly userName?: string;
  readonly externalId?: string | null;
  readonly nickname?: string;
  readonly email?: string | null;
  readonly active?: boolean;
}

const MAX_NICKNAME = 24;

/** Reads a user as sent in full. Attributes that Quire does not keep are passed over. */
export function readUser(sent: Readonly<Record<string, unknown>>): WantedUser {
  const all = Object.entries(sent).map(([name, value]) => readAttribute(attributeOf(name), value));
  const wanted: WantedUser = Object.assign({}, ...all);
  if (wanted.userName === undefined) throw scimError('invalidValue', 'userName', message('missing'));
  return wanted;
}

/** Reads the new value of an attribute; null takes it away. */
export function readAttribute(attribute: string, value: unknown): WantedUser {
  switch (attribute) {
    case 'username':
      return { userName: textOf('userName', value) };
    case 'externalid':
      return { externalId: value === null ? null : textOf('externalId', value) };
    case 'displayname':
    case 'name.formatted': {
      const named = attribute === 'displayname' ? 'displayName' : attribute;
      return value === null ? { nickname: '' } : { nickname: nicknameOf(textOf(named, value, 1000)) };
    }
    case 'name':
      return isObject(value) ? nameOf({ name: value }) : {};
    case 'emails':
      return { email: value === null ? null : addressIn(value) };
    case 'emails.value':
      return { email: value === null || value === '' ? null : textOf('emails', value, 100) };
    case 'active':
      return { active: readTruth(value) };
    default:
      return {};
  }
}

/** Entra ID sends truth as a text. */
function readTruth(value: unknown): boolean {
  const read = typeof value === 'string' ? value.toLowerCase() : value;
  if (read === true || read === 'true') return true;
  if (read === false || read === 'false') return false;
  throw scimError('invalidValue', 'active', message('notABoolean'));
}

/** The primary address, or the first. Quire keeps one. */
function addressIn(value: unknown): string | null {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const entries = all.filter(isObject);
  const chosen = entries.find((one) => one.primary === true || one.primary === 'true') ?? entries[0];
  if (chosen === undefined) return null;
  return textOf('emails', chosen.value, 100);
}

function nameOf({ name }: Readonly<Record<string, unknown>>): WantedUser {
  if (!isObject(name)) return {};
  const parts = [name.formatted, [name.givenName, name.familyName].filter(Boolean).join(' ')];
  const found = parts.find((one) => typeof one === 'string' && one !== '');
  return typeof found === 'string' ? { nickname: nicknameOf(found) } : {};
}

function nicknameOf(text: string): string {
  const read = user.fields.nickname.clean([...text.trim()].slice(0, MAX_NICKNAME).join('').trim());
  return read instanceof Problem ? '' : read;
}

/** Returns a text that every engine can store. Throws if the value is not a text, blank or too long. */
export function textOf(name: string, value: unknown, max = 255): string {
  const refuse = (problem: Text) => scimError('invalidValue', name, problem);
  if (value === undefined) throw refuse(message('missing'));
  if (typeof value !== 'string') throw refuse(message('notAText'));
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) throw refuse(message('badCharacters'));
  if (value.trim() === '') throw refuse(message('empty'));
  if ([...value].length > max) throw refuse(message('tooLong', { max }));
  return value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
