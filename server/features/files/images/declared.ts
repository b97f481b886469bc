import { type Message, message } from '../../../messages/message.ts';

/** What a refusal says of a size or width that no setting declares. */
export function notDeclared(allowed: readonly string[], setting: string): Message {
  return allowed.length === 0 ? message('noneSet', { setting }) : message('notOneOf', { allowed });
}
