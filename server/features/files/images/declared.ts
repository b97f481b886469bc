import { type Message, message } from '../../../messages/message.ts';

/** What is told of a size or width that is none of those that a setting declares. */
export function notDeclared(allowed: readonly string[], setting: string): Message {
  return allowed.length === 0 ? message('noneSet', { setting }) : message('notOneOf', { allowed });
}
