import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection, json } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** Why a request was refused, by the id in its answer. It names nobody; the log's line does. */
export const refusal = defineCollection({
  name: 'quire_refusal',
  label: message('refusalLabel'),
  audit: 'creation',
  fields: {
    request_id: text({ max: 60, required: true, indexed: true }),
    log_id: bigint({ required: true }),
    trace: json({ required: true }),
  },
  indexes: [['create_time', 'id']],
});
