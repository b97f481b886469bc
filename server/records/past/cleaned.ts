import type { Kysely } from 'kysely';
import type { Connection, Exclusive, Reader } from '../../database/engine.ts';
import type { PastCount, PastField, PastMisfit } from '../../database/schema/past-values.ts';
import type { CleanValues } from '../../database/schema/steps/step.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { adapted, type Field, Problem } from '../../definitions/for-server.ts';
import { render } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { revision } from '../write/revision.collection.ts';
import type { KeptChange, Side } from '../write/revisions.ts';
import { revisionsAfter, type StoredChanges } from './revision-batches.ts';

/** A revision may hold two long texts of each field. */
const AT_ONCE = 100;
const SIDES: readonly Side[] = ['before', 'after'];

/**
 * Cleans a field's values in the history by the field's rule, a batch per transaction. Where the rule may protect readers, refused
 * values become null; what is cleaned or refused is kept aside in the revision. Where only words have other names, refused values
 * stay. Repeating or resuming it changes nothing more.
 */
export async function cleanInPast(
  query: Kysely<Tables>,
  exclusive: Exclusive,
  { clean: collection, column: field, to, refused }: CleanValues,
): Promise<PastCount> {
  const count = { refused: 0, cleaned: 0 };
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const from: bigint = after;
    after = await exclusive.transaction((connection) =>
      cleanSome(query, connection, { collection, field, to, refused, after: from, count }),
    );
  }
  return count;
}

interface Some {
  readonly collection: string;
  readonly field: string;
  readonly to: Field;
  readonly refused: CleanValues['refused'];
  readonly after: bigint;
  /** Raised by each value that is refused or cleaned. */
  readonly count: { refused: number; cleaned: number };
}

/** Cleans the next revisions. Returns the id of the last one; undefined at the end. */
async function cleanSome(
  query: Kysely<Tables>,
  connection: Connection,
  { collection, field, to, refused, after, count }: Some,
): Promise<bigint | undefined> {
  const batch = await revisionsAfter(query, connection, { collection, after, limit: AT_ONCE });
  for (const { id, stored, changes } of batch) {
    const change = changeOf(changes, field);
    if (!change) continue;
    const now = cleanedChange(to, change, refused);
    const [was, is, aside = {}] = now;
    for (const side of SIDES)
      if (Object.hasOwn(aside, side))
        count[(side === 'before' ? was : is) === null ? 'refused' : 'cleaned'] += 1;
    const cleaned = toJson({ ...changes, [field]: now });
    if (cleaned === stored) continue;
    const update = query.updateTable(revision.name).set({ changes: cleaned });
    await connection.run(update.where('id', '=', id).compile());
  }
  return batch.at(-1)?.id;
}

function changeOf(changes: Readonly<Record<string, unknown>>, field: string): KeptChange | undefined {
  const change = Object.hasOwn(changes, field) ? changes[field] : undefined;
  return Array.isArray(change) ? (change as unknown as KeptChange) : undefined; // `describeChanges` wrote it
}

/** The change with its values as the rule has them by now, each judged by what was written at first. */
function cleanedChange(field: Field, change: KeptChange, refused: CleanValues['refused']): KeptChange {
  const [before, after, aside = {}] = change;
  const kept: { [S in Side]?: unknown } = {};
  const cleanedSide = (side: Side, value: unknown) => {
    const original = aside[side] ?? value;
    if (original === null) return null;
    const cleaned = field.clean(adapted(field, original));
    if (cleaned instanceof Problem && refused === 'kept') {
      if (aside[side] !== undefined) kept[side] = original;
      return value;
    }
    const isOther = refused === 'null' && toJson(cleaned) !== toJson(original);
    if (isOther) kept[side] = original;
    return cleaned instanceof Problem ? null : cleaned;
  };
  const [was, is] = [cleanedSide('before', before), cleanedSide('after', after)];
  return Object.keys(kept).length > 0 ? [was, is, kept] : [was, is];
}

/** All values of a field's history that are not ones of the field by now, in bounded memory. */
export async function* misfitsInPast(
  query: Kysely<Tables>,
  reader: Reader,
  { collection, field, to, isCleaned }: PastField,
): AsyncGenerator<PastMisfit> {
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const place = { collection, after, limit: AT_ONCE };
    const batch: StoredChanges[] = await revisionsAfter(query, reader, place);
    for (const { id: revision, recordId: id, changes } of batch) {
      if (to.isSlow && isTurnOver()) await freeTurn();
      const [before, after, aside = {}] = changeOf(changes, field) ?? [null, null];
      for (const value of [aside.before ?? before, aside.after ?? after]) {
        const cleaned = value === null ? null : to.clean(adapted(to, value));
        if (cleaned instanceof Problem) yield { revision, id, value, why: render(cleaned.text, 'en') };
        else if (isCleaned && toJson(cleaned) !== toJson(value))
          yield { revision, id, value, why: undefined };
      }
    }
    after = batch.at(-1)?.id;
  }
}
