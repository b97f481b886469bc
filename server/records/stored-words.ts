import { isMessage, type Text } from '../messages/message.ts';

/** Names of members as they were before 0.3, when a collection was called a record, and a record a row. */
const PRESENT = new Map([
  ['record', 'collection'],
  ['records', 'collections'],
  ['row', 'record'],
]);

/** A message that was stored as JSON, with its present key. */
export function withPresentKey(text: Text | { readonly key: string }): Text {
  if (typeof text !== 'object' || isMessage(text) || !('key' in text)) return text as Text;
  const key = String(text.key).replace(/(?<![A-Z])([Rr])ow(s?)(?=[A-Z]|$)/g, '$1ecord$2');
  return { ...text, key } as Text;
}

/** An object that was stored as JSON, its members under their present names. */
export function inPresentWords<Stored extends object>(stored: Stored): Stored {
  const isPresent = !('row' in stored) && ('collection' in stored || 'collections' in stored);
  if (isPresent) return stored;
  const members = Object.entries(stored).map(([name, value]) => [PRESENT.get(name) ?? name, value]);
  return Object.fromEntries(members) as Stored;
}
