import type { Message } from '../../../messages/message.ts';
import { message } from '../messages/message.ts';

/** The problem of a size or width that the setting does not declare. */
export function notDeclared(allowed: readonly string[], setting: string): Message {
  return allowed.length === 0 ? message('noneSet', { setting }) : message('notOneOf', { allowed });
}
