import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import {
  bigint,
  dateTime,
  defineCollection,
  json,
  type LeftBehind,
  longText,
  reference,
} from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from '../../messages/message.ts';
import { VISIBLE } from '../../shared/text/text-patterns.ts';

const collection = defineCollection({
  name: 'quire_api_key',
  label: message('apiKeyLabel'),
  audit: 'full',
  fields: {
    user_id: reference('quire_user', { required: true }),
    name: text({ max: 60, required: true, pattern: VISIBLE }),
    hash: text({ max: 64, required: true, secret: true }),
    /** Leading bits of the hash, by which the record is found. */
    fingerprint: bigint({ required: true, unique: true, secret: true }),
    /** Keys of permissions, names of collections and networks; null for no limit. */
    permissions: json(),
    collections: json({ renamedFrom: 'records' }),
    networks: json(),
    read_only: boolean({ default: false }),
    manages_accounts: boolean({ default: false }),
    expire_time: dateTime(),
    /** The key that was made to replace this one. */
    replaced_by: bigint(),
    /** The app to which a person gave it by their consent, and what they consented to; null for keys of service users. */
    app_id: bigint(),
    scope: longText(),
    /** Whether a trusted provider had asked the person for their second factor. */
    by_provider: boolean({ default: false }),
    /** The last use and its network, at most an hour old. */
    used_time: dateTime(),
    used_network: text({ max: 60 }),
  },
  indexes: [['app_id', 'user_id']],
});

/** A key by which a program acts as a service user, or an app as a person. Deleting it revokes it; log and history still know its name. */
export const apiKey = {
  ...collection,
  feed: {
    fields: [
      'name',
      'permissions',
      'collections',
      'networks',
      'read_only',
      'manages_accounts',
      'expire_time',
      'replaced_by',
    ],
    kept: ['user_id'],
  },
  leftBehind: {
    by: [['create_user_id', 'create_time']],
    fate: 'ends',
  } satisfies LeftBehind,
};

export type ApiKey = RecordOf<typeof apiKey>;
