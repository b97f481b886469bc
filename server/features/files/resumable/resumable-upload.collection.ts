import { boolean } from '../../../definitions/fields/boolean.ts';
import { integer } from '../../../definitions/fields/integer.ts';
import { text } from '../../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection } from '../../../definitions/for-server.ts';
import type { RecordOf } from '../../../definitions/types/record-types.ts';
import { message } from '../messages/message.ts';

/** An upload that arrives in pieces. Its record outlives the last of them, so that clients learn which file it became. */
export const resumableUpload = defineCollection({
  name: 'quire_resumable_upload',
  label: message('resumableUploadLabel'),
  audit: 'creation',
  fields: {
    name: text({ max: 255, default: '' }),
    /** As its client sent it, for clients that ask (tus, Upload-Metadata). */
    metadata: text({ max: 2000, default: '', multiline: true }),
    private: boolean({ default: false }),
    /** Names its pieces in the storage. */
    token: text({ max: 32, required: true, unique: true }),
    size: integer({ required: true }),
    received: integer({ default: 0 }),
    pieces: integer({ default: 0 }),
    /** The bytes that it takes of its owner's quota: its size, or 0 once its file counts. */
    reserved: integer({ required: true }),
    file_id: bigint({ min: 1n }),
    expire_time: dateTime({ required: true, indexed: true }),
    /** The request that sends to it; no other may until `held_until`. Empty for none. */
    held_by: text({ max: 36, default: '' }),
    held_until: dateTime(),
  },
  indexes: [['create_user_id']],
});

/** Bytes of an unfinished upload, in the storage. */
export const uploadPiece = defineCollection({
  name: 'quire_upload_piece',
  label: message('uploadPieceLabel'),
  audit: 'none',
  fields: {
    upload_id: bigint({ required: true }),
    start: integer({ required: true }),
    key: text({ max: 100, required: true }),
  },
  unique: [['upload_id', 'start']],
});

export type ResumableUpload = RecordOf<typeof resumableUpload>;

/** The prefix of an upload's pieces in the storage. */
export const piecesOf = ({ token }: Pick<ResumableUpload, 'token'>) =>
  `pieces/${token.slice(0, 2)}/${token}-`;
