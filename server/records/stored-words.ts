import { isMessage, isText, type Message } from '../messages/message.ts';

/** Names of members as they were before 0.3, when a collection was called a record, and a record a row. */
const PRESENT = new Map([
  ['record', 'collection'],
  ['records', 'collections'],
  ['row', 'record'],
]);

/**
 * A message that was stored as JSON, with the present keys of all messages in it; undefined where one of them is of another
 * version, or it is no message.
 */
export function understood(stored: unknown): Message | undefined {
  const text = withPresentKeys(stored);
  return isMessage(text) && isKnown(text) ? text : undefined;
}

function withPresentKeys(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.map(withPresentKeys);
  const { key, params } = (stored ?? {}) as Partial<Message>;
  if (typeof key !== 'string') return stored;
  const present = isMessage(stored) ? key : key.replace(/(?<![A-Z])([Rr])ow(s?)(?=[A-Z]|$)/g, '$1ecord$2');
  if (params === undefined) return { key: present };
  const members = Object.entries(params).map(([name, value]) => [name, withPresentKeys(value)]);
  return { key: present, params: Object.fromEntries(members) };
}

/** Whether a value can be put into words: an object among parameters is always a text. */
function isKnown(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isKnown);
  if (isMessage(value)) return Object.values(value.params ?? {}).every(isKnown);
  return typeof value !== 'object' || value === null || isText(value);
}

/** An object that was stored as JSON, its members under their present names. */
export function inPresentWords<Stored extends object>(stored: Stored): Stored {
  const isPresent = !('row' in stored) && ('collection' in stored || 'collections' in stored);
  if (isPresent) return stored;
  const members = Object.entries(stored).map(([name, value]) => [PRESENT.get(name) ?? name, value]);
  return Object.fromEntries(members) as Stored;
}
