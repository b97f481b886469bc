import type { FindUsers } from '../../access/sign-in/actors.ts';
import { login } from '../../definitions/access-rule.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { message } from './messages/message.ts';

/** What the routes of assignments need. */
export interface AssignmentParts {
  readonly store: RecordStore;
  readonly findUsers: FindUsers;
}

/** Assignments are of people: what a key may reach of a collection is its records. */
export const common = {
  tag: message('assignmentsTag'),
  access: login,
  refusesPrograms: message('keysAssignNothing'),
} as const;
