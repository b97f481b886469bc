import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Door } from '../../access/door.ts';
import { file, whereEvenDeleted } from '../../records/index.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import { makeFolder } from '../../shared/system/folders.ts';
import type { Uploads } from '../../storage/open-uploads.ts';
import type { Storage, StoredObject } from '../../storage/storage.ts';
import { focusMark, focusOf, readCropKey } from './images/named-crops.ts';
import { type FileRecord, keyOf } from './keep.ts';
import { TRASH_MS } from './quota.ts';
import { resumableUpload } from './resumable/resumable-upload.collection.ts';

/** Bytes are stored before their records, so young ones may belong to an upload in progress. */
const YOUNG_MS = HOUR_MS;

/** A file that has waited longer than this for its import is abandoned. */
const IMPORT_MS = 7 * DAY_MS;

/** Bytes or a record without a counterpart, and what removes them; undefined if a person has to decide. */
export interface Finding {
  readonly kind: 'bytes without a record' | 'record without bytes' | 'damaged bytes' | 'unfinished work';
  readonly what: string;
  readonly size: number;
  readonly remove?: () => Promise<void>;
}

/** The result of comparing all bytes with all records. */
export interface Comparison {
  /** The number of files that have both; with none, these are not the bytes of this database. */
  readonly sound: number;
  readonly findings: readonly Finding[];
}

/**
 * Compares all bytes with all records, a 16th at a time. It is safe beside a running server: records are read before
 * bytes are listed, so a record without bytes has lost them; and no path is used twice, so old bytes without a record
 * never get one.
 */
export async function compareFiles(
  door: Door,
  { storage, incoming }: Uploads,
  now: number,
): Promise<Comparison> {
  const findings = await unfinishedSince(incoming, now - YOUNG_MS);
  let sound = 0;
  for (const digit of '0123456789abcdef') {
    const records = await whereEvenDeleted(door.reads, file, (select) =>
      select.where('path', 'like', `${digit}%`),
    );
    const needed = new Map(
      records.filter((record) => isNeeded(record, now)).map((record) => [record.path, record]),
    );
    const lost = new Set(records.filter(({ is_deleted }) => !is_deleted));
    for await (const kept of storage.list(`imports/${digit}`))
      if (kept.time < now - IMPORT_MS) findings.push(unfinishedImport(storage, kept));
    for await (const kept of storage.list(`thumbnails/${digit}`)) {
      const path = kept.key.replace(/^thumbnails\//, '').replace(/\.\d+\.webp$/, '');
      if (!needed.has(path) && isOld(kept, now)) findings.push(unnamed(storage, kept));
    }
    for await (const kept of storage.list(`crops/${digit}`)) {
      const { path = '', focus } = readCropKey(kept.key) ?? {};
      const record = needed.get(path);
      if ((!record || focusMark(focusOf(record)) !== focus) && isOld(kept, now))
        findings.push(unnamed(storage, kept));
    }
    const open = await tokensOf(door, digit);
    for await (const kept of storage.list(`pieces/${digit}`))
      if (!open.has(kept.key.split(/[/-]/)[2] ?? '') && isOld(kept, now))
        findings.push(unnamed(storage, kept));
    for await (const kept of storage.list(`files/${digit}`)) {
      const record = needed.get(kept.key.replace(/^files\//, ''));
      if (!record && isOld(kept, now)) findings.push(unnamed(storage, kept));
      if (record && record.size !== kept.size) findings.push(damaged(record, kept));
      if (record && record.size === kept.size) sound += 1;
      if (record) lost.delete(record);
    }
    for (const record of lost) findings.push(bare(door, record));
  }
  return { sound, findings };
}

/** The tokens of uploads whose pieces are still needed. */
async function tokensOf({ reads }: Door, digit: string): Promise<ReadonlySet<string>> {
  const open = await reads.where(resumableUpload, (select) =>
    select.where('token', 'like', `${digit}%`).where('file_id', 'is', null),
  );
  return new Set(open.map(({ token }) => token));
}

function isNeeded({ is_deleted, delete_time }: FileRecord, now: number): boolean {
  return !is_deleted || (delete_time ?? 0) > now - TRASH_MS;
}

function isOld({ time }: StoredObject, now: number): boolean {
  return time < now - YOUNG_MS;
}

function unnamed(storage: Storage, { key, size }: StoredObject): Finding {
  return { kind: 'bytes without a record', what: key, size, remove: () => storage.remove(key) };
}

function unfinishedImport(storage: Storage, { key, size }: StoredObject): Finding {
  return { kind: 'unfinished work', what: key, size, remove: () => storage.remove(key) };
}

function bare(door: Door, record: FileRecord): Finding {
  return {
    kind: 'record without bytes',
    what: describe(record),
    size: 0,
    remove: () => door.writePart(door.admission.requestId, (writes) => writes.remove(file, record.id)),
  };
}

function damaged(record: FileRecord, { size }: StoredObject): Finding {
  return { kind: 'damaged bytes', what: `${describe(record)}: ${size} of ${record.size} bytes`, size };
}

function describe({ id, path, name }: FileRecord): string {
  return `file ${id}, ${keyOf(path)}, ${JSON.stringify(name)}`;
}

/** The folders of uploads that began before a time, in milliseconds since 1970, and never finished. */
async function unfinishedSince(incoming: string, time: number): Promise<Finding[]> {
  await makeFolder(incoming);
  const found: Finding[] = [];
  for (const name of await readdir(incoming)) {
    const what = join(incoming, name);
    const begun = await stat(what).catch(() => undefined); // finished just now
    const remove = () => rm(what, { recursive: true, force: true });
    if (begun && begun.mtimeMs < time) found.push({ kind: 'unfinished work', what, size: 0, remove });
  }
  return found;
}
