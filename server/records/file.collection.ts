import { Type } from '../../contract/json-schema.ts';
import { boolean } from '../definitions/fields/boolean.ts';
import { integer } from '../definitions/fields/integer.ts';
import { text } from '../definitions/fields/text.ts';
import { bigint, defineCollection, FILE, type Field, json } from '../definitions/for-server.ts';
import { message } from '../messages/message.ts';
import type { Json } from '../shared/json.ts';

/** Alternative texts for those who cannot see the file, by language. */
const altTexts: Field<Json, false> = {
  ...json({ max: 40_000, depth: 1 }),
  output: Type.Nullable({ ...Type.Map(Type.String()), about: message('altTexts') }),
};

/**
 * An uploaded file. Each upload is a file of its own, also of contents that are stored already. Only records of earlier versions
 * are shared: see `upload.collection.ts`.
 */
export const file = defineCollection({
  name: FILE,
  label: message('fileLabel'),
  isFollowed: true,
  audit: 'full',
  fields: {
    /** The name that its uploader gave it. */
    name: text({ max: 255, default: '' }),
    /** Its path under `/assets/` unless it is private. Never reused for another upload. */
    path: text({ max: 100, required: true, unique: true }),
    /** With a salt: it equals no other and reveals nothing of the content. Records of earlier versions and of a Lin CMS have none. */
    sha256: text({ max: 64, required: true, unique: true }),
    /** Whether reading it takes the right to read a record that refers to it. */
    private: boolean({ default: false }),
    /** Both follow from the content, not from the name. */
    mime: text({ max: 100, required: true }),
    extension: text({ max: 20, required: true }),
    size: integer({ required: true }),
    width: integer(),
    height: integer(),
    alt: altTexts,
    /** Where the eye should rest, in per cent from the left and from the top; null for the middle. */
    focus_x: integer({ min: 0, max: 100 }),
    focus_y: integer({ min: 0, max: 100 }),
    /** Readers of records that show a file do not learn how the library is arranged. */
    folder_id: bigint({ min: 1n, secret: true, indexed: true }),
    /**
     * Milliseconds since 1970. No purge before this time: an earlier version took the same content again, not yet used in a record.
     * Below zero, it marks a purge that looks for uses; a record that begins to use the file removes the mark.
     */
    purge_hold: bigint({ secret: true }),
  },
  indexes: [['create_user_id']],
});
