import { FORMATS } from '../../../contract/formats.ts';
import { boolean } from '../../definitions/fields/boolean.ts';
import { choice } from '../../definitions/fields/choice.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import {
  bigint,
  dateTime,
  defineCollection,
  type LeftBehind,
  longText,
} from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Text } from '../../messages/message.ts';
import { storedText } from '../../records/stored-text.ts';
import { type BulkAction, CHANGES, DECISIONS } from './by-filter/actions.ts';
import { message } from './messages/message.ts';

/** The kind of job that imports a file. */
export const IMPORT = 'import';

const count = () => integer({ default: 0 });

const collection = defineCollection({
  name: 'quire_import',
  label: message('importLabel'),
  audit: 'creation',
  fields: {
    collection: text({ renamedFrom: 'record', max: 40, required: true }),
    /** The name that the client gave the file; its content is known by its hash. */
    file: text({ max: 255, default: '' }),
    format: choice(FORMATS, { required: true }),
    size: bigint({ required: true }),
    sha256: text({ max: 64, required: true }),
    /** What becomes of the records: of a file, or of those that met a filter. */
    action: choice(['import', ...CHANGES, ...DECISIONS], { default: 'import' }),
    /** Whether it only sets times of publishing or takes them back. */
    planned: boolean({ default: false }),
    /** JSON: the filter, and the new values or the time of a plan. */
    changes: longText({ max: 1_100_000, secret: true }),
    /** How many records met the filter. */
    total: count(),
    /** The field by which existing records are found. */
    key: text({ max: 40 }),
    dry_run: boolean({ default: false }),
    state: choice(['running', 'done', 'failed', 'undoing', 'undo_failed', 'undone'], { default: 'running' }),
    /** A hash of file, collection, format, key and user. While it is set, the same import does not begin again. */
    claim: text({ max: 64, unique: true, secret: true }),
    /** Why it failed, as `storedText` keeps it. */
    problem: text({ max: 1000, multiline: true }),
    /** The time of its last progress. */
    time: dateTime({ required: true }),
    /** The current run, a random word. Only this run may go on, so no batch is written twice. */
    runner: text({ max: 40, required: true, secret: true }),
    /** The last line that is done. */
    line: count(),
    created: count(),
    updated: count(),
    unchanged: count(),
    deleted: count(),
    refused: count(),
    /** Of how many written records something was removed from their HTML. */
    removed_html: count(),
    /** What became of its records when it was undone. */
    removed: count(),
    restored: count(),
    kept: count(),
  },
  indexes: [
    ['collection', 'create_user_id'],
    ['create_user_id', 'time'],
    ['state', 'time'],
  ],
});

/** One import: its file, its progress, and its result. Its creation says who began it and when. */
export const importCollection = {
  ...collection,
  leftBehind: {
    by: [['create_user_id', 'create_time']],
    only: { state: ['running'] },
    fate: () => ({ state: 'failed', claim: null, problem: storedText(message('importMadeByOther')) }),
  } satisfies LeftBehind,
};

/** The result of one batch, which is one transaction. */
export const importBatch = defineCollection({
  name: 'quire_import_batch',
  label: message('importBatchLabel'),
  audit: 'none',
  fields: {
    import_id: bigint({ required: true, indexed: true }),
    /** JSON: a BatchOutcome. */
    outcome: longText({ required: true, max: 4_000_000 }),
    /** JSON: an UndoOutcome, once it was undone. */
    undone: longText({ max: 4_000_000 }),
  },
});

export type ImportRecord = RecordOf<typeof importCollection>;

/** The page of the console that shows an import or a bulk change. */
export function pageOfImport(
  collection: string,
  { id, action }: Pick<ImportRecord, 'id' | 'action'>,
): string {
  return action === 'import'
    ? `/collections/${collection}/import?import=${id}`
    : `/collections/${collection}?bulk=${id}`;
}

const BEGUN = {
  update: 'bulkUpdateBegun',
  delete: 'bulkDeleteBegun',
  publish: 'bulkPublishBegun',
  unpublish: 'bulkUnpublishBegun',
} as const satisfies Record<BulkAction, string>;

/** The log's text for an import or bulk change that has begun; the log adds the id. */
export function begunText(label: Text, { id, action, total, dry_run, planned }: ImportRecord): Text {
  if (action === 'import') return message(dry_run ? 'dryRunBegun' : 'importBegun', { label, id });
  if (dry_run) return message('bulkTryBegun', { label, total });
  return message(planned ? 'bulkPlanBegun' : BEGUN[action], { label, total });
}

/** The log's text for one that continues. */
export function continuedText(label: Text, { id, action, line }: ImportRecord): Text {
  return message(action === 'import' ? 'importContinued' : 'bulkContinued', { label, id, line });
}

/** The log's text for one that has ended. */
export function doneText(label: Text, record: ImportRecord): Text {
  const { id, action, dry_run, created, updated, unchanged, deleted, refused } = record;
  if (action === 'import') {
    const counts = message('importCounts', { created, updated, unchanged, refused });
    return message(dry_run ? 'dryRunDone' : 'importDone', { label, id, counts });
  }
  const counts =
    action === 'delete'
      ? message('bulkDeleteCounts', { deleted, refused })
      : message(action === 'update' ? 'bulkUpdateCounts' : 'bulkDecisionCounts', {
          updated,
          unchanged,
          refused,
        });
  return message(dry_run ? 'bulkTryDone' : 'bulkDone', { label, id, counts });
}

/** The log's text for one that is being undone. */
export function undoText(label: Text, { id, action }: ImportRecord): Text {
  return message(action === 'import' ? 'undoLogged' : 'bulkUndoLogged', { label, id });
}
