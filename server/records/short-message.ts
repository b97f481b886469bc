import { LANGUAGES } from '../messages/languages.ts';
import { isMessage, type Message } from '../messages/message.ts';

/** Names that objects other than short messages have, too: a message with such a key keeps its own form. */
const OTHERS: ReadonlySet<string> = new Set(['key', ...LANGUAGES]);

/**
 * Messages within a value in their short form, for what is stored often: `{ recordCreated: { label: 'Book' } }`, null instead
 * of no parameters.
 */
export function toShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toShort);
  if (!isMessage(value) || OTHERS.has(value.key)) return value;
  return { [value.key]: value.params === undefined ? null : each(value.params, toShort) };
}

/** What `toShort` was given. What has no short form, or names no message of this version, stays as it is. */
export function fromShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromShort);
  if (typeof value !== 'object' || value === null) return value;
  const [[key = '', params] = [], ...others] = Object.entries(value);
  if (others.length > 0 || OTHERS.has(key) || !isMessage({ key })) return value;
  return { key, ...(params !== null && { params: each(params, fromShort) }) } satisfies Message;
}

function each(params: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, change(value)]));
}
