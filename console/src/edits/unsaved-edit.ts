import type { FieldValue } from '../form/field-values.ts';
import type { Values } from '../form/record-merge.ts';

/** Identifies an edit by server, user and record. */
export interface EditPlace {
  readonly server: string;
  readonly user: string;
  readonly collection: string;
  /** The id of a record; `new`, or `new:` and a key, for a new record. */
  readonly record: string;
}

/** A write in progress. Retries have the same idempotency key. */
export interface Attempt {
  readonly key: string;
  readonly values: Values;
  /** The ETag of the edited record; absent for a new one. */
  readonly etag?: string;
  /** Present if the change is proposed, not saved. */
  readonly proposal?: Proposal;
}

/** How a change is proposed in a change set. */
export interface Proposal {
  readonly title: string;
  readonly note: string;
  /** The change set to join; a new one by default. */
  readonly set?: string | undefined;
  /** Whether to submit the set at once. */
  readonly isSubmitted: boolean;
}

/** An unsaved edit, as the browser stores it. */
export interface UnsavedEdit extends EditPlace {
  readonly time: number;
  /** The record when the edit began, and its ETag. */
  readonly base: Values;
  readonly etag?: string;
  /** Only the changed fields. */
  readonly values: Values;
  /** Files that are not uploaded yet, by their placeholders in `values`. */
  readonly files: Readonly<Record<string, File>>;
  /** The title of the record, for the list of unsaved edits. */
  readonly title: string;
  /** Present if it is to be sent as soon as the server is reachable. */
  readonly attempt?: Attempt;
}

/** The prefix of placeholders for files that are not uploaded yet. */
const LOCAL_FILE = 'local:';

/** The prefix for private files. */
const PRIVATE_FILE = `${LOCAL_FILE}private:`;

/** A placeholder for a file that is not uploaded yet. */
export function newPlaceholder(isPrivate = false): string {
  return (isPrivate ? PRIVATE_FILE : LOCAL_FILE) + randomKey();
}

/** Whether a placeholder stands for a private file. */
export function isPrivatePlaceholder(word: string): boolean {
  return word.startsWith(PRIVATE_FILE);
}

/** Whether a value stands for a file that is not uploaded yet. */
function isLocalFile(value: FieldValue): value is string {
  return typeof value === 'string' && value.startsWith(LOCAL_FILE);
}

/** A placeholder in the JSON text of a group or a list. */
const WORD = new RegExp(`"${LOCAL_FILE}(private:)?[0-9a-f]{32}"`);

/** Whether a value contains the placeholder of a file. */
export function namesLocalFile(value: FieldValue): boolean {
  return Array.isArray(value) ? value.some(isLocalFile) : isLocalFile(value) || WORD.test(String(value));
}

/** Whether an edit is of a new record. */
export function isNewRecord({ record }: Pick<EditPlace, 'record'>): boolean {
  return record === 'new' || record.startsWith('new:');
}

/** The key of an edit in the store. */
export function keyOf({ server, user, collection, record }: EditPlace): string {
  return JSON.stringify([server, user, collection, record]);
}

/** A random key. `crypto.randomUUID` is missing on pages without TLS. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The files that the values still refer to. */
export function usedFiles(values: Values, files: Readonly<Record<string, File>>): Record<string, File> {
  const texts = Object.values(values).flat().map(String);
  const isNamed = (word: string) => texts.some((text) => text === word || text.includes(`"${word}"`));
  return Object.fromEntries(Object.entries(files).filter(([word]) => isNamed(word)));
}
