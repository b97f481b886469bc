import { badParameters } from '../../errors.ts';
import { ExactNumber } from '../../shared/exact-json.ts';
import { message } from './messages/message.ts';

/**
 * The most characters of an inner request's path. A request from outside fits into 16 kB with its headers, which Node's
 * parser sees to; a request that this server makes of itself meets no parser.
 */
export const MOST_PATH = 15_000;

/**
 * A path with a query string. Nested values are written as `filter[title][eq]=x`, lists by index. Throws a refusal as soon as
 * the names and values that it has come across are too long, so that hostile values cost no more than honest ones.
 */
export function pathWith(path: string, values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  let left = MOST_PATH - path.length;
  const spend = (characters: number): void => {
    left -= characters + 1;
    if (left < 0) throw tooLong();
  };
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    spend(name.length); // that of an object as well: it may hold nothing, or only other objects
    if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) {
      for (const inner in value)
        add(`${name}[${inner}]`, (value as Readonly<Record<string, unknown>>)[inner]);
      return;
    }
    const text = String(value);
    spend(text.length);
    query.append(name, text);
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  const text = query.toString();
  return text === '' ? path : requireShort(`${path}?${text}`);
}

/** Throws a refusal of a path that is too long. */
export function requireShort(path: string): string {
  if (path.length > MOST_PATH) throw tooLong();
  return path;
}

function tooLong(): Error {
  return badParameters({ '': message('mcpAsksTooMuch', { max: MOST_PATH }) });
}
