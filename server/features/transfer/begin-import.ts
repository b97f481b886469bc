import { hash } from 'node:crypto';
import type { Format } from '../../../contract/formats.ts';
import { created, type Door, done } from '../../access/index.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { groupNamed, requireKey, type Writes } from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import type { BulkAction } from './by-filter/actions.ts';
import { type Held, requireHeld, writeHeld } from './held-import.ts';
import { begunText, continuedText, type ImportRecord, importCollection } from './import.collection.ts';
import { message } from './messages/message.ts';

/** A file and how to import it. */
export interface ImportRequest {
  readonly definition: Definition;
  readonly file: string;
  readonly format: Format;
  readonly size: number;
  readonly sha256: string;
  readonly key: string | undefined;
  readonly isDryRun: boolean;
  /** The file holds the ids of records that met a filter, and this becomes of them. */
  readonly bulk?: Pick<ImportRecord, 'changes' | 'total'> &
    Partial<Pick<ImportRecord, 'planned'>> & { readonly action: BulkAction };
}

/** Called in the transaction that begins an import or its undoing. */
export type Follow = (writes: Writes, id: bigint) => Promise<void>;

/**
 * Begins an import, or takes over an unfinished one of the same file by the same actor. Throws if the file was imported
 * before and no key tells which of its records exist.
 */
export async function beginImport(door: Door, request: ImportRequest, follow?: Follow): Promise<Held> {
  const { definition, file, format, size, sha256, key, isDryRun, bulk } = request;
  const { label, codes } = definition;
  if (key !== undefined && !bulk) {
    requireKey(definition, key);
    await door.reach(definition, 'update');
  }
  return writeHeld(door, async (writes) => {
    if (key !== undefined && key !== 'id') await groupNamed(writes, definition, key);
    const claim = isDryRun ? null : claimOf(door, request);
    const before = await writes.first(importCollection, (select) => select.where('claim', '=', claim));
    // A running job continues; the new one follows it.
    const runner = follow && before?.state === 'running' ? before.runner : crypto.randomUUID();
    const again = { runner, state: 'running', time: writes.context.now, problem: null } as const;
    if (before) {
      const { id } = before;
      requireUnfinished(before);
      await writes.update(importCollection, id, again);
      await follow?.(writes, id);
      const written = done(codes.updated, continuedText(label, before));
      return [await requireHeld(writes, { id, runner }), written];
    }
    const id = await writes.create(importCollection, {
      ...again,
      collection: definition.name,
      file,
      format,
      sha256,
      size: BigInt(size),
      key: key ?? null,
      claim,
      dry_run: isDryRun,
      ...bulk,
    });
    await follow?.(writes, id);
    const held = await requireHeld(writes, { id, runner });
    return [held, created(codes.created, begunText(label, held), id)];
  });
}

function requireUnfinished({ id, state }: ImportRecord): void {
  if (state === 'running' || state === 'failed') return;
  const detail = message(state === 'done' ? 'alreadyImported' : 'stillUndoing', { id });
  throw new AppError('duplicate', { detail });
}

/** A value that no two imports share; a unique index enforces this for concurrent requests. */
function claimOf({ actor }: Door, { definition, format, sha256, key, bulk }: ImportRequest): string {
  const more = bulk ? [bulk.action, bulk.changes] : [];
  return hash('sha256', toJson([definition.name, format, sha256, key ?? null, actor.id, ...more]));
}
