import { type Definition, takes } from '../../definitions/for-server.ts';
import { type Message, message } from '../../messages/message.ts';
import { freeTurn, isTurnOver } from '../../shared/index.ts';
import { type AnyRecord, isSame } from '../record.ts';
import type { Rights } from '../rights.ts';
import type { Writes } from '../write/writes.ts';
import type { NetEffect, PastRevision } from './net-effect.ts';

// Records in tables of other programs, which may have changed them without a line in their histories.

/** The records with these steps, their rows locked. One that is gone is answered as its steps knew it last, and as deleted. */
export async function lockedRows(
  writes: Writes,
  definition: Definition,
  steps: ReadonlyMap<bigint, readonly PastRevision[]>,
): Promise<ReadonlyMap<bigint, AnyRecord>> {
  const records = new Map<bigint, AnyRecord>();
  for (const [id, own] of steps) {
    if (isTurnOver()) await freeTurn();
    const given = (own[0]?.key ?? id) as bigint; // ids that are texts are passed on
    const found: AnyRecord | undefined = await writes.find(definition, given);
    const record = found ?? lastKnown(definition, given, own);
    if (record) records.set(id, record);
  }
  return records;
}

/** Undefined if the steps do not say what the whole record was. */
function lastKnown(
  { columns }: Definition,
  id: bigint,
  steps: readonly PastRevision[],
): AnyRecord | undefined {
  const last = steps.at(-1);
  if (last?.action !== 'delete' && steps[0]?.action !== 'create') return undefined;
  const nothing = Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
  return { ...nothing, ...statesOf(steps), id, is_deleted: true };
}

/** The values that these steps left; of a deletion, those that it took away. */
function statesOf(steps: readonly PastRevision[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { action, changes } of steps)
    for (const [name, [before, after]] of Object.entries(changes))
      values[name] = action === 'delete' ? before : after;
  return values;
}

interface Changed {
  readonly definition: Definition;
  readonly record: AnyRecord | undefined;
  readonly steps: readonly PastRevision[];
}

/**
 * Why an undo leaves a record alone in the table of another program; undefined if it may go on. `rights` are those of somebody who
 * takes back the changes of others.
 */
export function whyLeftInTable(
  { definition, record, steps }: Changed,
  { life, fields, leftFor }: NetEffect,
  rights: Rights | undefined,
): Message | undefined {
  const isChanged = life !== undefined || leftFor !== undefined || Object.keys(fields).length > 0;
  if (!isChanged) return undefined;
  // Nobody can put a row back as it was: it had columns, and rows that referred to it, that are not known here.
  if (life === 'deleted') return message('undoGoneFromTable');
  if (!record || record.is_deleted) return message('undoDeletedSince');
  const isNewRow = steps.some(({ action }, index) => action === 'create' && index > 0);
  if (isNewRow) return message('undoChangedSince'); // the database has given the number of a deleted row again
  const isUpdate = life !== 'made';
  const seesSome = rights !== undefined && rights.records(definition, 'read') !== 'all';
  // What another program made of it between two changes is not known, nor who might see that.
  if (isUpdate && seesSome) return message('undoNotAllowed');
  if (!takes(definition, isUpdate ? 'update' : 'delete')) return message('undoNotWritten');
  return !isUpdate && !isAsLeft(definition, record, steps) ? message('undoChangedSince') : undefined;
}

function isAsLeft({ fields }: Definition, record: AnyRecord, steps: readonly PastRevision[]): boolean {
  const left = statesOf(steps);
  return Object.entries(fields).every(
    ([name, { secret }]) => secret || isSame(record[name] ?? null, left[name] ?? null),
  );
}
