import { type Act, system } from '../../records/act.ts';
import { whereEvenDeleted } from '../../records/deleted.ts';
import { file } from '../../records/file.record.ts';
import type { Records } from '../../records/records.ts';
import type { Finding } from './finding.ts';
import { type FileRow, keyOf } from './keep.ts';
import type { Uploads } from './open-uploads.ts';
import type { Kept, Storage } from './storage.ts';
import { unfinishedSince } from './unfinished.ts';

/** Bytes come before their rows, so young ones may belong to an upload that is under way. */
const YOUNG_MS = 3_600_000;

/** The bytes of a deleted file are kept for so long. */
const TRASH_MS = 30 * 86_400_000;

/** What a comparison of all bytes with all rows has shown. */
export interface Comparison {
  /** How many files have both; if none has, these are not the bytes of this database. */
  readonly sound: number;
  readonly findings: readonly Finding[];
}

/**
 * Compares all bytes with all rows, a 16th at a time. It may run beside a server: rows are read before bytes are listed, so
 * a row whose bytes are not there has lost them; and no path is used twice, so old bytes that no row names stay unnamed.
 */
export async function compareFiles(
  records: Records,
  { storage, incoming }: Uploads,
  now: number,
): Promise<Comparison> {
  const findings = await unfinishedSince(incoming, now - YOUNG_MS);
  let sound = 0;
  for (const digit of '0123456789abcdef') {
    const rows = await whereEvenDeleted(records.reads, file, (select) =>
      select.where('path', 'like', `${digit}%`),
    );
    const needed = new Map(rows.filter((row) => isNeeded(row, now)).map((row) => [row.path, row]));
    const lost = new Set(rows.filter(({ is_deleted }) => !is_deleted));
    for await (const kept of storage.list(`thumbnails/${digit}`)) {
      const path = kept.key.replace(/^thumbnails\//, '').replace(/\.\d+\.webp$/, '');
      if (!needed.has(path) && isOld(kept, now)) findings.push(unnamed(storage, kept));
    }
    for await (const kept of storage.list(`files/${digit}`)) {
      const row = needed.get(kept.key.replace(/^files\//, ''));
      if (!row && isOld(kept, now)) findings.push(unnamed(storage, kept));
      if (row && row.size !== kept.size) findings.push(damaged(row, kept));
      if (row && row.size === kept.size) sound += 1;
      if (row) lost.delete(row);
    }
    for (const row of lost) findings.push(bare(records, row, now));
  }
  return { sound, findings };
}

function isNeeded({ is_deleted, delete_time }: FileRow, now: number): boolean {
  return !is_deleted || (delete_time ?? 0) > now - TRASH_MS;
}

function isOld({ time }: Kept, now: number): boolean {
  return time < now - YOUNG_MS;
}

function unnamed(storage: Storage, { key, size }: Kept): Finding {
  return { kind: 'bytes without a row', what: key, size, remove: () => storage.remove(key) };
}

function bare(records: Records, row: FileRow, now: number): Finding {
  const act: Act = { actor: system, requestId: 'files sweep', now };
  return {
    kind: 'row without bytes',
    what: describe(row),
    size: 0,
    remove: () => records.write(act, (writes) => writes.remove(file, row.id)),
  };
}

function damaged(row: FileRow, { size }: Kept): Finding {
  return { kind: 'damaged bytes', what: `${describe(row)}: ${size} of ${row.size} bytes`, size };
}

function describe({ id, path, name }: FileRow): string {
  return `file ${id}, ${keyOf(path)}, ${JSON.stringify(name)}`;
}
