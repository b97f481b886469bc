import { FORMATS } from '../../../contract/formats.ts';
import { bigint } from '../../definitions/bigint.ts';
import { boolean } from '../../definitions/boolean.ts';
import { choice } from '../../definitions/choice.ts';
import { dateTime } from '../../definitions/date-time.ts';
import { defineRecord } from '../../definitions/define-record.ts';
import { integer } from '../../definitions/integer.ts';
import { longText } from '../../definitions/long-text.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { text } from '../../definitions/text.ts';

const count = () => integer({ default: 0 });

/** One import: who began it and when (its creation), of what, and how far it is. */
export const importRecord = defineRecord({
  name: 'quire_import',
  label: '导入',
  audit: 'creation',
  fields: {
    record: text({ max: 40, required: true }),
    /** The file's name, as whoever sent it calls it; its content is known by its hash. */
    file: text({ max: 255, default: '' }),
    format: choice(FORMATS, { required: true }),
    size: bigint({ required: true }),
    sha256: text({ max: 64, required: true }),
    /** The field whose values tell which rows are there already. */
    key: text({ max: 40 }),
    dry_run: boolean({ default: false }),
    state: choice(['running', 'done', 'failed', 'undoing', 'undo_failed', 'undone'], { default: 'running' }),
    /** Made of the file, the record, the form, the key and the user: while it is there, the same is not begun anew. */
    claim: text({ max: 64, unique: true, secret: true }),
    /** Why it failed. */
    problem: text({ max: 1000 }),
    /** When it last got on. */
    time: dateTime({ required: true }),
    /** Who works at it: a word that no two runs share. Only its holder may go on, so no batch is written twice. */
    runner: text({ max: 40, required: true, secret: true }),
    /** The last line whose row is settled. */
    line: count(),
    created: count(),
    updated: count(),
    unchanged: count(),
    refused: count(),
    /** What became of its rows when it was undone. */
    removed: count(),
    restored: count(),
    kept: count(),
  },
  indexes: [['record', 'create_user_id']],
});

/** What became of the rows of one batch, which was one transaction. */
export const importBatch = defineRecord({
  name: 'quire_import_batch',
  label: '导入批次',
  audit: 'none',
  fields: {
    import_id: bigint({ required: true, indexed: true }),
    /** JSON: an Outcome. */
    outcome: longText({ required: true, max: 4_000_000 }),
    /** JSON: a Kept, once it was undone. */
    undone: longText({ max: 4_000_000 }),
  },
});

export type ImportRow = RowOf<typeof importRecord>;
