import { isObject } from '../forms/check-forms.ts';
import type { MovedFile, MovedGroup, MovedPerson } from '../source.ts';
import { keyOf } from './plan.ts';

type Item = Readonly<Record<string, unknown>>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The role of strangers has no members, and becomes no group. */
export function groupOf(role: Item): MovedGroup[] {
  if (role.type === 'public') return [];
  return [{ key: keyOf(role), name: textOf(role.name), info: textOf(role.description), permissions: [] }];
}

export function personOf(user: Item): MovedPerson {
  const { username, email, blocked, confirmed, role } = user;
  return {
    key: keyOf(user),
    username: textOf(username) || `user-${keyOf(user).slice(0, 8)}`,
    nickname: '',
    email: textOf(email) || null,
    isActive: blocked !== true && confirmed !== false,
    groups: isObject(role) ? [keyOf(role)] : [],
  };
}

/** `origin` is where the system serves it, if that is known. */
export function fileOf(file: Item, origin: string | undefined, open: MovedFile['open']): MovedFile {
  const url = textOf(file.url);
  const alt = textOf(file.alternativeText);
  return {
    key: keyOf(file),
    name: textOf(file.name) || 'file',
    alt: alt === '' ? {} : { en: alt },
    isPrivate: false,
    addresses: [url, ...(origin !== undefined && url.startsWith('/') ? [origin + url] : [])],
    open,
  };
}
