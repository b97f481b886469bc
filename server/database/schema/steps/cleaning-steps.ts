import { CannotStart } from '../../../errors.ts';
import type { Engine, Exclusive } from '../../engine.ts';
import { makeQuery } from '../../soft-deletion/tables.ts';
import { fit, unfit, valuesAfter } from '../column-values.ts';
import { isNotNull } from '../operations.ts';
import type { ColumnChange } from '../table.ts';
import { changedTargets, fitsCheck } from './fits-check.ts';
import { remediesFor } from './remedies.ts';
import { type CleanValues, type SchemaStep, stoppedStep } from './step.ts';

/**
 * Cleans the values of a field by its rule, because they were stored under another one: another kind or format, or an earlier
 * version. Never at start, because a server with the other rule may still run.
 */
export function cleanStored(change: ColumnChange): SchemaStep {
  const { table, field, current, before, wanted } = change;
  const { definition, name, currentName } = table;
  const kind = definition.fields[field];
  if (!kind) throw new Error(`${name}.${field} is managed by the server and has no rule`);
  const subject = `${name}.${field}`;
  const was = before.policy === undefined ? 'without a recorded rule' : `as '${before.policy}'`;
  return {
    ...stoppedStep,
    subject,
    lock: 'rows',
    isNonTransactional: true,
    summary: `was stored ${was} and is '${wanted.policy}' in the definition: its values are cleaned, in the trash and the history too`,
    rows: { table: currentName, where: isNotNull(current) },
    checks: [{ ...fitsCheck(change, kind), nulls: true }],
    remedies: remediesFor(kind, changedTargets(change), false),
    operations: [
      { clean: name, column: field, to: kind, refused: 'null' },
      {
        record: subject,
        as: { ...before, policy: wanted.policy, rule: wanted.rule, targets: wanted.targets },
      },
    ],
  };
}

/** Cleans a column, a batch of rows in each transaction. Doing it again, or on from where it was interrupted, is safe. */
export async function cleanColumn(
  engine: Engine,
  exclusive: Exclusive,
  { clean: table, column, to }: CleanValues,
): Promise<void> {
  const query = makeQuery(engine, []);
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const from: bigint = after;
    after = await exclusive.transaction(async (connection) => {
      const place = { engine, reader: connection, after: from };
      const rows = await valuesAfter(place, table, { name: column, column: to.column });
      for (const { id, value } of rows) {
        const cleaned = value === null ? null : fit(value, to);
        if (cleaned === unfit)
          throw new CannotStart(`${table}.${column}: the value of record ${id} no longer fits`);
        if (cleaned === value) continue;
        const set = { [column]: engine.encode(to.column, cleaned) };
        await connection.run(query.updateTable(table).set(set).where('id', '=', id).compile());
      }
      return rows.at(-1)?.id;
    });
  }
}
