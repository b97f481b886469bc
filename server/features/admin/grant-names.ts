import type { Text } from '../../messages/message.ts';
import type { Listed } from './grants.ts';
import { message } from './messages/message.ts';

/** How many permissions a text names. */
const MOST_NAMES = 20;

/** The permissions' names for a log line; those beyond the first are only counted. */
export function namesOf(permissions: Listed): Text {
  const names = permissions.slice(0, MOST_NAMES).map(({ name }) => name);
  return message('namesAndMore', { names, more: permissions.length - names.length });
}
