import type { FindUsers } from '../../access/sign-in/actors.ts';
import { login } from '../../definitions/access-rule.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { message } from './messages/message.ts';

/** What the routes of comments need. */
export interface CommentParts {
  readonly store: RecordStore;
  readonly findUsers: FindUsers;
}

/** Comments are of people: what a key may reach of a collection is its records. */
export const common = {
  tag: message('commentsTag'),
  access: login,
  refusesPrograms: message('keysDiscussNothing'),
} as const;
