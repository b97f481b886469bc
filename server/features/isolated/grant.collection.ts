import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection, json, type LeftBehind, longText } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from './messages/message.ts';

const collection = defineCollection({
  name: 'quire_plugin_grant',
  label: message('pluginGrantLabel'),
  audit: 'full',
  fields: {
    plugin: text({ max: 30, required: true, unique: true }),
    /** The version whose needs were granted. */
    version: text({ max: 60, required: true }),
    needs: json({ required: true }),
    active: boolean({ default: true }),
    key_id: bigint({ required: true }),
    /** The key itself, encrypted for its own id: the server sends requests with it. */
    key_text: longText({ required: true, secret: true }),
    /** What it gets as settings, as JSON, encrypted likewise; null for none. */
    settings_text: longText({ secret: true }),
  },
});

/** What an administrator has granted an isolated plug-in. The plug-in acts by an API key, which log and history name. */
export const pluginGrant = {
  ...collection,
  leftBehind: {
    by: [
      ['create_user_id', 'create_time'],
      ['update_user_id', 'update_time'],
    ],
    fate: () => ({ active: false }),
  } satisfies LeftBehind,
};

export type PluginGrant = RecordOf<typeof pluginGrant>;
