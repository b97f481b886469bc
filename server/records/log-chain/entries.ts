import { createHash, hash, randomBytes } from 'node:crypto';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { ExactNumber, toJson } from '../../shared/exact-json.ts';
import type { log } from '../log.collection.ts';

export type LogLine = RecordOf<typeof log>;

/** What a checkpoint keeps of a line. */
export interface Entry {
  readonly id: bigint;
  /** When the line was written, in milliseconds since 1970. */
  readonly time: number;
  readonly digest: Buffer;
  /** Empty once the line was erased. */
  readonly salt: Buffer;
}

const ID_BYTES = 8;
const TIME_BYTES = 6;
const DIGEST_BYTES = 16;
const ENTRY_BYTES = ID_BYTES + TIME_BYTES + DIGEST_BYTES;
export const SALT_BYTES = 16;
const NO_SALT = Buffer.alloc(SALT_BYTES);

/** Seals a line as it is now. */
export function entryOf(line: LogLine): Entry {
  const salt = randomBytes(SALT_BYTES);
  return { id: line.id, time: line.create_time, digest: digestOf(line, salt), salt };
}

/** Whether a line is as its entry says. */
export function isAsSealed(line: LogLine, { digest, salt }: Entry): boolean {
  return digest.equals(digestOf(line, salt));
}

/** The salt keeps a digest from telling whether a guess of the line's content is right, once the salt is gone. */
function digestOf(line: LogLine, salt: Buffer): Buffer {
  return createHash('sha256').update(salt).update(contentOf(line)).digest().subarray(0, DIGEST_BYTES);
}

/** All values of a line in a fixed order. A change of this is a change of the form of checkpoints. */
function contentOf(line: LogLine): string {
  return toJson([
    line.id,
    line.create_time,
    line.create_user_id,
    line.message,
    sorted(line.message_source),
    line.user_id,
    line.username,
    line.key_id,
    line.status_code,
    line.method,
    line.path,
    line.permission,
    line.address,
  ]);
}

/** The same JSON with its keys in order: engines keep them in orders of their own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** Entries as the columns of a checkpoint. */
export function writeEntries(entries: readonly Entry[]) {
  const bytes = Buffer.concat(
    entries.map(({ id, time, digest }) => {
      const entry = Buffer.alloc(ENTRY_BYTES);
      entry.writeBigInt64BE(id);
      entry.writeIntBE(time, ID_BYTES, TIME_BYTES);
      digest.copy(entry, ID_BYTES + TIME_BYTES);
      return entry;
    }),
  );
  return {
    lines: entries.length,
    entries: bytes.toString('base64'),
    entries_hash: hash('sha256', bytes, 'base64url'),
    salts: Buffer.concat(entries.map(({ salt }) => salt)).toString('base64'),
    newest: entries.length === 0 ? null : Math.max(...entries.map(({ time }) => time)),
  };
}

/** The columns of a checkpoint as entries; undefined if they are not those that its hash covers. */
export function readEntries(columns: {
  readonly entries: string | null;
  readonly entries_hash: string;
  readonly salts: string | null;
}): Entry[] | undefined {
  const bytes = Buffer.from(columns.entries ?? '', 'base64');
  if (hash('sha256', bytes, 'base64url') !== columns.entries_hash) return undefined;
  const salts = Buffer.from(columns.salts ?? '', 'base64');
  return Array.from({ length: bytes.length / ENTRY_BYTES }, (_, index) => {
    const entry = bytes.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    return {
      id: entry.readBigInt64BE(),
      time: entry.readIntBE(ID_BYTES, TIME_BYTES),
      digest: entry.subarray(ID_BYTES + TIME_BYTES),
      salt: salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES),
    };
  });
}

/** The salts of entries, without those of some lines. */
export function withoutSalts(entries: readonly Entry[], ids: ReadonlySet<bigint>): string {
  return Buffer.concat(entries.map(({ id, salt }) => (ids.has(id) ? NO_SALT : salt))).toString('base64');
}
