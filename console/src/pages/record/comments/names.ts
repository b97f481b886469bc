import type { Comment, Person } from '../../../api/records/comments.ts';
import type { NamedUser } from '../../../form/mention-text.ts';
import { t } from '../../../texts/talk.ts';

/** The name of a person, as far as the reader may know it. */
export function nameOf({ id, nickname, username }: Person): string {
  return nickname ?? username ?? t.comments.somebody(id);
}

/** The users whom a comment mentions, by name. */
export function mentionedIn({ mentions }: Comment): NamedUser[] {
  return mentions.map((person) => ({ id: person.id, name: nameOf(person) }));
}
