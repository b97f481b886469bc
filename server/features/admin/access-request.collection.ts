import { choice } from '../../definitions/fields/choice.ts';
import { text } from '../../definitions/fields/text.ts';
import {
  bigint,
  dateTime,
  defineCollection,
  json,
  type LeftBehind,
  reference,
} from '../../definitions/for-server.ts';
import { message } from './messages/message.ts';

export const REQUEST_STATES = ['waiting', 'approved', 'refused', 'withdrawn'] as const;

const collection = defineCollection({
  name: 'quire_access_request',
  label: message('accessRequestLabel'),
  audit: 'full',
  fields: {
    /** Null where grants are asked for. */
    user_id: reference('quire_user', { onDelete: 'delete' }),
    group_id: reference('quire_group', { required: true, onDelete: 'delete' }),
    /** Ids as texts; null where a membership is asked for. */
    permission_ids: json(),
    until: dateTime(),
    reason: text({ max: 255, required: true, multiline: true }),
    state: choice(REQUEST_STATES, { default: 'waiting', indexed: true }),
    decide_user_id: bigint(),
    decide_time: dateTime(),
  },
});

/** A request for the approval of a second person: a membership of a user, or grants to a group. */
export const accessRequest = {
  ...collection,
  leftBehind: {
    by: [['create_user_id', 'create_time']],
    only: { state: ['waiting'] },
    fate: (now) => ({ state: 'withdrawn', decide_time: now }),
  } satisfies LeftBehind,
};
