import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Connection, Raw } from '../../database/engine.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import type { Statement } from '../../database/statement.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { toJson } from '../../shared/json.ts';
import { isSame } from '../row.ts';
import type { RecordStore } from '../rows/record-store.ts';
import type { Committed } from '../rows/write-context.ts';
import { change } from './change.record.ts';
import { sightColumns, sightOf } from './sight.ts';

const MOST_BATCH = 2 ** 47;

/** Whether the feed reports changes of a record's rows. */
export function hasReaders({ access }: Definition): boolean {
  return access !== undefined;
}

/** Adds the changes of a transaction to the feed, at its end and in itself. Returns how many these are. */
export async function noteChanges(
  { database: { engine }, statements }: RecordStore,
  connection: Connection,
  committed: readonly Committed[],
): Promise<number> {
  const noted = committed.filter(({ definition, action }) => hasReaders(definition) && action !== 'purge');
  if (noted.length === 0) return 0;
  const batch = engine.isSerial ? null : BigInt(randomInt(MOST_BATCH));
  const time = Date.now();
  const rows = noted.map((one) => {
    const { definition, context, action, row } = one;
    return {
      position: null,
      batch,
      record: definition.name,
      record_id: row.id,
      action,
      user_id: context.actor.id,
      time,
      changed: action === 'update' ? changedFields(one) : null,
      states: statesOf(one, (state) => sightOf(engine, definition, state)),
    };
  });
  for (const statement of statements(change).inserts(rows)) await connection.run(statement);
  return rows.length;
}

function changedFields({ definition, before, row }: Committed): string[] {
  const names = Object.keys(definition.fields);
  return names.filter((name) => !isSame(before?.[name] ?? null, row[name] ?? null));
}

function statesOf({ definition, action, before, row }: Committed, sight: (row: Raw) => Raw): string | null {
  if (Object.keys(sightColumns(definition)).length === 0) return null;
  const was = before && action !== 'restore' ? sight(before) : undefined;
  const is = action === 'delete' ? undefined : sight(row);
  const isUnmoved = was && is && isSame(was, is);
  return toJson({ ...(was && !isUnmoved && { was }), ...(is && { is }) });
}

/** Takes away what the feed keeps of rows whose values must not be remembered. */
export function forgetStates(
  query: Kysely<Tables>,
  definition: Definition,
  ids: readonly bigint[],
): { compile(): Statement }[] {
  if (!hasReaders(definition) || Object.keys(sightColumns(definition)).length === 0) return [];
  const ofRecord = query.updateTable(change.name).set({ states: null }).where('record', '=', definition.name);
  return [ofRecord.where('record_id', 'in', ids)];
}
