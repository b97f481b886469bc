import type { Kysely } from 'kysely';
import type { Connection, Exclusive } from '../../database/engine.ts';
import type { CleanValues } from '../../database/schema/steps/step.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import type { Field } from '../../definitions/field.ts';
import { adapted } from '../../definitions/nested/adapted.ts';
import { Problem } from '../../definitions/problem.ts';
import { toJson } from '../../shared/json.ts';
import { revision } from '../write/revision.record.ts';
import { revisionsAfter } from './revision-batches.ts';

/** A revision may hold two long texts of each field. */
const AT_ONCE = 100;

/**
 * Cleans a field's values in the history by the field's rule, a batch per transaction. Refused values become null where the rule
 * may protect readers, and stay where only words have other names. Repeating or resuming it changes nothing more.
 */
export async function cleanInPast(
  query: Kysely<Tables>,
  exclusive: Exclusive,
  { clean: record, column: field, to, refused }: CleanValues,
): Promise<void> {
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const from: bigint = after;
    after = await exclusive.transaction((connection) =>
      cleanSome(query, connection, { record, field, to, refused, after: from }),
    );
  }
}

interface Some {
  readonly record: string;
  readonly field: string;
  readonly to: Field;
  readonly refused: CleanValues['refused'];
  readonly after: bigint;
}

/** Cleans the next revisions. Returns the id of the last one; undefined at the end. */
async function cleanSome(
  query: Kysely<Tables>,
  connection: Connection,
  { record, field, to, refused, after }: Some,
): Promise<bigint | undefined> {
  const batch = await revisionsAfter(query, connection, { record, after, limit: AT_ONCE });
  for (const { id, stored, changes } of batch) {
    const change = Object.hasOwn(changes, field) ? changes[field] : undefined;
    if (!Array.isArray(change)) continue;
    const cleaned = toJson({ ...changes, [field]: change.map((value) => cleanedValue(to, value, refused)) });
    if (cleaned === stored) continue;
    const update = query.updateTable(revision.name).set({ changes: cleaned });
    await connection.run(update.where('id', '=', id).compile());
  }
  return batch.at(-1)?.id;
}

function cleanedValue(field: Field, value: unknown, refused: CleanValues['refused']): unknown {
  if (value === null) return null;
  const cleaned = field.clean(adapted(field, value));
  if (!(cleaned instanceof Problem)) return cleaned;
  return refused === 'kept' ? value : null;
}
