import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Door, taskOf } from '../../../access/index.ts';
import type { ServedDefinition } from '../../../definitions/define-collection.ts';
import { AppError, badParameters } from '../../../errors.ts';
import { message as general } from '../../../messages/message.ts';
import {
  cleanGiven,
  inColumns,
  type LocaleQuery,
  type Narrowing,
  readLocales,
} from '../../../records/index.ts';
import { openTempFolder } from '../../../shared/system/folders.ts';
import {
  beginImport,
  beginWithFile,
  followWithImport,
  type ImportParts,
  importOf,
  newFileKey,
  receiveFile,
  requireRoom,
  requireUnreviewed,
} from '../index.ts';
import { message } from '../messages/message.ts';
import { isDecision, USES } from './actions.ts';
import { type Change, writeChange } from './change-batch.ts';

/** A change of every record of a list. */
export interface BulkByFilter extends Narrowing, LocaleQuery {
  readonly action: Change['action'];
  readonly set?: Readonly<Record<string, unknown>>;
  readonly at?: Change['at'];
  /** How many records the caller was shown. */
  readonly expected: number;
  readonly dry_run?: boolean;
}

const NEWLINE = 10;

/**
 * Begins a change of all records that a filter finds, as an import of their ids, with the progress, report and undo of imports.
 * One read determines the records; if their number is not the expected one, nothing begins.
 */
export async function startBulkByFilter(
  definition: ServedDefinition,
  { store, files, incoming }: ImportParts,
  door: Door,
  { action, set: given = {}, at, expected, dry_run = false, ...narrowing }: BulkByFilter,
): Promise<{ readonly id: bigint; readonly isRepeated: boolean }> {
  await door.reach(definition, 'read', USES[action].does);
  requireUnreviewed(definition);
  const before = await door.answered(); // the first try may have changed what the filter finds
  if (before) return { id: importOf(before), isRepeated: true };
  const set = inColumns(definition, given, readLocales(store.catalogue.locales, narrowing));
  await requireSet(definition, action, set);
  requireTime(door, action, at);
  const task = await taskOf(door);
  await requireRoom(door, task.userId, expected);
  await using folder = await openTempFolder(incoming);
  const place = join(folder.path, 'ids');
  let total = 0;
  const ids = door.export(definition, { ...narrowing, format: 'jsonl', fields: 'id', sort: 'id' });
  const records = Readable.from(counted(ids, (lines) => (total += lines)));
  const { size, sha256 } = await receiveFile(records, place, Number.MAX_SAFE_INTEGER);
  if (total !== expected) throw otherCount(total, expected);
  const file = newFileKey();
  await files.put(file, place);
  const changes = writeChange({ definition, action, set, at, ...narrowing });
  const ofIds = { definition, size, sha256, file: '', format: 'jsonl', key: 'id' } as const;
  const request = {
    ...ofIds,
    isDryRun: dry_run,
    bulk: { action, planned: at !== undefined, changes, total },
  };
  const { record, isRepeated } = await beginWithFile(file, files, () =>
    beginImport(door, request, followWithImport(task, file)),
  );
  store.jobs.wake();
  return { id: record.id, isRepeated };
}

async function requireSet(
  definition: ServedDefinition,
  action: Change['action'],
  set: object,
): Promise<void> {
  const isEmpty = Object.keys(set).length === 0;
  if (action === 'update' && isEmpty) throw badParameters({ set: message('missing') });
  if (action !== 'update' && !isEmpty) throw badParameters({ set: message('onlyForUpdates') });
  await cleanGiven(definition, { ...set });
}

function requireTime({ admission: { now } }: Door, action: Change['action'], at: Change['at']): void {
  if (at === undefined) return;
  if (!isDecision(action)) throw badParameters({ at: message('onlyForPublishing') });
  if (at !== null && at <= now) throw badParameters({ at: general('notInTheFuture') });
}

function otherCount(found: number, expected: number): AppError {
  return new AppError('otherCount', {
    detail: message('recordsFound', { found, expected }),
    headers: { 'x-total-count': String(found) },
  });
}

async function* counted(chunks: AsyncIterable<Uint8Array>, note: (lines: number) => void) {
  for await (const chunk of chunks) {
    let lines = 0;
    for (const byte of chunk) if (byte === NEWLINE) lines += 1;
    note(lines);
    yield Buffer.from(chunk);
  }
}
