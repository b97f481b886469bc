import {
  COLLATION_DATA,
  fieldOfKeys,
  keyColumnOf,
  keyOf,
  type SortKey,
} from '../../../definitions/for-server.ts';
import { quireCommand } from '../../../shared/system/how-to-call.ts';
import type { Engine, Exclusive } from '../../engine.ts';
import { makeQuery } from '../../soft-deletion/tables.ts';
import { backfillValue, describeColumn } from '../columns.ts';
import { nextGeneration } from '../generations.ts';
import { deleteColumn } from '../operations.ts';
import type { RecordedColumn } from '../schema-state.ts';
import { currentColumn, type Planned, recordedOf, type Table, tableFor } from '../table.ts';
import { type FillKeys, type Operation, type SchemaStep, startStep, stoppedStep } from './step.ts';

/** The steps that give each row of a table the sort keys of a text. */
export function keySteps(table: Table, column: string, wanted: RecordedColumn): SchemaStep[] {
  const before = recordedOf(table, column);
  if (!table.columns.has(column)) return addKeys(table, column, wanted);
  if (before?.collation === wanted.collation) return [];
  return [fillKeys(table, column, wanted)];
}

function addKeys(table: Table, column: string, wanted: RecordedColumn): SchemaStep[] {
  const { engine, definition, name, today } = table;
  const key = keyAt(table, column);
  const isOfNewField = currentColumn(table, key.of) === undefined;
  const initial = isOfNewField ? keyOf(key, backfillValue(definition, key.of, today)) : null;
  const since = nextGeneration(table);
  const { collation: _, data: __, ...unfilled } = wanted;
  const subject = `${name}.${column}`;
  const step: SchemaStep = {
    ...startStep,
    subject,
    lock: initial !== null && engine.copiesToAdd(wanted.column) ? 'copy' : 'moment',
    summary: `is new: lists by '${key.of}' are sorted by it`,
    operations: [
      { record: subject, as: { ...(isOfNewField ? wanted : unfilled), since } },
      { sql: `alter table "${name}" add column ${describeColumn(engine, column, wanted.column, initial)}` },
    ],
  };
  return isOfNewField ? [step] : [step, fillKeys(table, column, wanted)];
}

/** Never at start: a server of the earlier definition that runs beside it would go on writing rows without keys. */
function fillKeys(table: Table, column: string, wanted: RecordedColumn): SchemaStep {
  const { name, currentName } = table;
  const { of, tag } = keyAt(table, column);
  const subject = `${name}.${column}`;
  const filled = { collation: wanted.collation, data: wanted.data };
  return {
    ...stoppedStep,
    subject,
    lock: 'rows',
    isNonTransactional: true,
    summary: `gets the keys by which lists by '${of}' are sorted for readers of '${tag}'`,
    rows: { table: currentName },
    operations: [
      { fill: name, column, key: { of, tag } },
      { record: subject, as: { ...(recordedOf(table, column) ?? wanted), ...filled } },
    ],
  };
}

/** Deletes keys that no definition asks for; undefined if the column holds none. Nothing is lost: they follow from the texts. */
export function obsoleteKeys(table: Table, column: string): SchemaStep | undefined {
  if (fieldOfKeys(column) === undefined) return undefined;
  const { name } = table;
  return {
    ...stoppedStep,
    subject: `${name}.${column}`,
    summary: 'holds what lists were sorted by, and no definition asks for it: it is deleted',
    operations: deleteColumn(name, column),
  };
}

/** What makes the keys of a field be filled again after its values have changed. */
export function staleKeys(table: Pick<Table, 'name' | 'state' | 'currentName'>, field: string): Operation[] {
  const column = keyColumnOf(field);
  const recorded = recordedOf(table, column);
  if (recorded?.collation === undefined) return [];
  const { collation: _, data: __, ...unfilled } = recorded;
  return [{ record: `${table.name}.${column}`, as: unfilled }];
}

/** Lets the later version fill its keys again after an earlier one, which knows none, has started and may write rows. */
export function earlierKeys(table: Table): SchemaStep[] {
  return [...table.columns].flatMap((column) => {
    const field = table.definition.sortKeys.has(column) ? undefined : fieldOfKeys(column);
    const operations = field === undefined ? [] : staleKeys(table, field);
    const summary = 'is not written by this earlier version';
    return operations.length > 0
      ? [{ ...startStep, subject: `${table.name}.${column}`, summary, operations }]
      : [];
  });
}

/** The steps that bring keys up to date that were made with another version of the data about languages. */
export function outdatedKeys(planned: Planned): SchemaStep[] {
  return planned.definitions.flatMap((definition) => {
    const table = tableFor(planned, definition);
    return [...definition.sortKeys].flatMap(([column, { tag }]) => {
      const recorded = table && recordedOf(table, column);
      if (!table || recorded?.collation !== tag || recorded.data === COLLATION_DATA) return [];
      const wanted = { ...recorded, data: COLLATION_DATA };
      const summary = `was made with CLDR ${recorded.data}, and this Node has ${COLLATION_DATA}: it is made anew`;
      return [{ ...fillKeys(table, column, wanted), when: 'anyTime', summary } as const];
    });
  });
}

/** What a start says of such keys. */
export function outdatedNotices(planned: Planned): string[] {
  return outdatedKeys(planned).map(
    ({ subject, summary }) => `${subject} ${summary} by ${quireCommand} migrate --apply`,
  );
}

function keyAt({ definition, name }: Table, column: string): SortKey {
  const key = definition.sortKeys.get(column);
  if (!key) throw new Error(`${name}.${column} holds no sort keys`);
  return key;
}

/** Rows of one transaction. */
const ROWS = 500;

/** Called with the number of rows that have been looked at. */
export type OnRows = (subject: string, rows: number) => void;

/**
 * Gives all rows their sort keys, deleted ones too, a batch in each transaction. Rows that have theirs are not written, so a run
 * after an interruption is quick.
 */
export async function fillColumn(
  engine: Engine,
  exclusive: Exclusive,
  { fill: table, column, key }: FillKeys,
  onRows?: OnRows,
): Promise<void> {
  const query = makeQuery(engine, []);
  let done = 0;
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const from: bigint = after;
    after = await exclusive.transaction(async (connection) => {
      const sql = `select "id", "${key.of}" as "text", "${column}" as "key" from "${table}" where "id" > ${from} order by "id" limit ${ROWS}`;
      const rows = await connection.all({ sql, parameters: [] });
      for (const { id, text, key: held } of rows) {
        const made = keyOf(key, text);
        if (made === held) continue;
        const update = query
          .updateTable(table)
          .set({ [column]: made })
          .where('id', '=', id);
        // A server may have changed the text meanwhile, and its key with it.
        await connection.run(update.where(key.of, text === null ? 'is' : '=', text).compile());
      }
      done += rows.length;
      const last = rows.at(-1);
      return last && BigInt(last.id as bigint);
    });
    onRows?.(`${table}.${column}`, done);
  }
}
