import type { FieldValue, ValueField } from '../form/field-values.ts';
import { changedFields, mergeRecord, type RecordMerge, type Values } from '../form/record-merge.ts';
import type { EditStore } from './edit-store.ts';
import {
  type Attempt,
  isNewRecord,
  isPrivatePlaceholder,
  type Proposal,
  randomKey,
  type UnsavedEdit,
  usedFiles,
} from './unsaved-edit.ts';

/** A stored record and its ETag. */
export interface SavedRecord {
  readonly id: string;
  readonly values: Values;
  readonly etag: string;
  /** The request that wrote it, by which that is undone; undefined if it was read. */
  readonly request?: string;
}

export type WrittenRecord = SavedRecord & { readonly request: string };

/** The API as far as an edit needs it. All methods throw if the server refuses or is unreachable. */
export interface RecordWriter {
  read(id: string): Promise<SavedRecord>;
  create(values: Values, key: string): Promise<WrittenRecord>;
  update(id: string, values: Values, attempt: { key: string; etag?: string }): Promise<WrittenRecord>;
  /** Proposes to create or update a record. Returns the id of the change set. */
  propose(id: string | undefined, attempt: Attempt, proposal: Proposal): Promise<string>;
  upload(file: File, isPrivate: boolean): Promise<string>;
}

/** Why a write failed. */
export type WriteFailure = 'unreachable' | 'signed-out' | 'changed' | 'gone' | 'refused';

export type Outcome =
  | { readonly is: 'saved'; readonly record: SavedRecord; readonly taken: readonly string[] }
  /** The edit is in this change set; the record is unchanged. */
  | { readonly is: 'proposed'; readonly set: string }
  /** To be retried: the server is unreachable, or the session has ended. */
  | { readonly is: 'waiting'; readonly because: 'unreachable' | 'signed-out' }
  | { readonly is: 'conflict'; readonly theirs: SavedRecord; readonly merge: RecordMerge }
  | { readonly is: 'refused'; readonly error: unknown; readonly because: 'gone' | 'refused' };

export interface Sender {
  readonly fields: readonly ValueField[];
  readonly writer: RecordWriter;
  readonly store: EditStore;
  failureOf(error: unknown): WriteFailure;
}

/** Others may save again during a merge. */
const MOST_MERGES = 5;

/** Saves or proposes an edit exactly once: it stays in the store, with its idempotency key, until the server has answered. */
export async function sendEdit(edit: UnsavedEdit, sender: Sender, proposal?: Proposal): Promise<Outcome> {
  const begun = { ...edit, attempt: edit.attempt ?? attemptOf(edit, proposal) };
  await sender.store.put(begun);
  try {
    return await sendAttempt(begun, sender, MOST_MERGES);
  } catch (error) {
    const because = sender.failureOf(error);
    if (because === 'unreachable' || because === 'signed-out') return { is: 'waiting', because };
    await sender.store.put(withoutAttempt(edit));
    return { is: 'refused', error, because: because === 'gone' ? 'gone' : 'refused' };
  }
}

type Begun = UnsavedEdit & { readonly attempt: Attempt };

async function sendAttempt(edit: Begun, sender: Sender, merges: number): Promise<Outcome> {
  const uploaded = await withUploads(edit, sender);
  try {
    const { record: id, attempt } = uploaded;
    if (attempt.proposal) {
      const set = await sender.writer.propose(isNewRecord(edit) ? undefined : id, attempt, attempt.proposal);
      await sender.store.remove(edit);
      return { is: 'proposed', set };
    }
    const record = await write(uploaded, sender.writer);
    await sender.store.remove(edit);
    return { is: 'saved', record, taken: [] };
  } catch (error) {
    if (sender.failureOf(error) !== 'changed' || merges === 0) throw error;
    return bringTogether(uploaded, sender, merges);
  }
}

function write({ record, attempt }: Begun, writer: RecordWriter): Promise<SavedRecord> {
  return isNewRecord({ record })
    ? writer.create(attempt.values, attempt.key)
    : writer.update(record, attempt.values, attempt);
}

/** Merges changes of different fields. Conflicts are left to the user. */
async function bringTogether(edit: Begun, sender: Sender, merges: number): Promise<Outcome> {
  const theirs = await sender.writer.read(edit.record);
  const mine = { ...edit.base, ...edit.attempt.values };
  const merge = mergeRecord(sender.fields, { base: edit.base, mine, theirs: theirs.values });
  if (merge.conflicts.length > 0) {
    await sender.store.put(withoutAttempt(edit));
    return { is: 'conflict', theirs, merge };
  }
  const values = pick(merge.values, changedFields(sender.fields, theirs.values, merge.values));
  if (Object.keys(values).length === 0) {
    await sender.store.remove(edit);
    return { is: 'saved', record: theirs, taken: merge.taken };
  }
  const { proposal } = edit.attempt;
  const attempt = { key: randomKey(), values, etag: theirs.etag, ...(proposal && { proposal }) };
  const next = { ...edit, base: theirs.values, etag: theirs.etag, values, attempt };
  await sender.store.put(next);
  const outcome = await sendAttempt(next, sender, merges - 1);
  return outcome.is === 'saved' ? { ...outcome, taken: [...merge.taken, ...outcome.taken] } : outcome;
}

function attemptOf({ values, etag }: UnsavedEdit, proposal: Proposal | undefined): Attempt {
  return { key: randomKey(), values, ...(etag !== undefined && { etag }), ...(proposal && { proposal }) };
}

/** Uploads files chosen offline. Stores their ids, so that nothing is uploaded twice. */
async function withUploads(edit: Begun, { writer, store }: Sender): Promise<Begun> {
  const waiting = Object.entries(usedFiles(edit.attempt.values, edit.files));
  if (waiting.length === 0) return edit;
  const ids = new Map<FieldValue, string>();
  for (const [word, file] of waiting) ids.set(word, await writer.upload(file, isPrivatePlaceholder(word)));
  const named = (value: FieldValue): FieldValue =>
    Array.isArray(value) ? [...new Set(value.map((one) => ids.get(one) ?? one))] : namedIn(value);
  const namedIn = (value: FieldValue): FieldValue =>
    typeof value === 'string'
      ? [...ids].reduce(
          (text, [word, id]) => (text === word ? id : text.replaceAll(`"${word}"`, `"${id}"`)),
          value,
        )
      : value;
  const replaced = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, named(value)]));
  const attempt = { ...edit.attempt, values: replaced(edit.attempt.values) };
  const uploaded = { ...edit, values: replaced(edit.values), attempt };
  await store.put(uploaded);
  return uploaded;
}

function withoutAttempt({ attempt: _, ...edit }: UnsavedEdit): UnsavedEdit {
  return edit;
}

function pick(values: Values, fields: readonly ValueField[]): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]));
}
