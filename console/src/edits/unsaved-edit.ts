import type { FieldValue } from '../form/field-values.ts';
import type { Values } from '../form/row-merge.ts';

/** Whose edit of what: nothing of it is shown to another user, nor on another server. */
export interface EditPlace {
  readonly server: string;
  readonly user: string;
  readonly record: string;
  /** The id of a row; `new`, or `new:` and a word, for a row that is not there yet. */
  readonly row: string;
}

/** A write that was begun: repeated under the same key, it is done once. */
export interface Attempt {
  readonly key: string;
  readonly values: Values;
  /** The state of the row that it was meant for; absent for a new row. */
  readonly etag?: string;
  /** There if it is not written: somebody else is to approve it. */
  readonly proposal?: Proposal;
}

/** How a change is proposed: in a change set. */
export interface Proposal {
  readonly title: string;
  readonly note: string;
  /** The set that it joins; without one, a new set is made. */
  readonly set?: string | undefined;
  /** Whether the set is submitted at once. */
  readonly isSubmitted: boolean;
}

/** An edit that is not saved yet, as the browser keeps it. */
export interface UnsavedEdit extends EditPlace {
  readonly time: number;
  /** The row as it was read when the edit began, and the tag of that state. */
  readonly base: Values;
  readonly etag?: string;
  /** The changed fields alone. */
  readonly values: Values;
  /** Chosen files that are not uploaded yet, by the word that stands for them in `values`. */
  readonly files: Readonly<Record<string, File>>;
  /** What people call the row, for lists of kept edits. */
  readonly title: string;
  /** There if it is to be sent as soon as the server can be reached. */
  readonly attempt?: Attempt;
}

/** What stands in a file field for a file that is not uploaded yet. */
const LOCAL_FILE = 'local:';

/** What stands for one that is to be private. */
const PRIVATE_FILE = `${LOCAL_FILE}private:`;

/** A new word for a file that is not uploaded yet. */
export function newPlaceholder(isPrivate = false): string {
  return (isPrivate ? PRIVATE_FILE : LOCAL_FILE) + randomKey();
}

/** Whether a word stands for a file that is to be private. */
export function isPrivatePlaceholder(word: string): boolean {
  return word.startsWith(PRIVATE_FILE);
}

/** Whether a value stands for a file that is not uploaded yet. */
function isLocalFile(value: FieldValue): value is string {
  return typeof value === 'string' && value.startsWith(LOCAL_FILE);
}

/** The word in the value of a group or a list, which is kept as text. */
const WORD = new RegExp(`"${LOCAL_FILE}(private:)?[0-9a-f]{32}"`);

/** Whether a value names a file that is not uploaded yet, alone or among others. */
export function namesLocalFile(value: FieldValue): boolean {
  return Array.isArray(value) ? value.some(isLocalFile) : isLocalFile(value) || WORD.test(String(value));
}

/** Whether an edit is one of a row that is not there yet. */
export function isNewRow({ row }: Pick<EditPlace, 'row'>): boolean {
  return row === 'new' || row.startsWith('new:');
}

/** The word under which an edit is kept. */
export function keyOf({ server, user, record, row }: EditPlace): string {
  return JSON.stringify([server, user, record, row]);
}

/** A word that nobody else uses; also where a page without TLS has no `randomUUID`. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The files that the changed fields still name. */
export function usedFiles(values: Values, files: Readonly<Record<string, File>>): Record<string, File> {
  const texts = Object.values(values).flat().map(String);
  const isNamed = (word: string) => texts.some((text) => text === word || text.includes(`"${word}"`));
  return Object.fromEntries(Object.entries(files).filter(([word]) => isNamed(word)));
}
