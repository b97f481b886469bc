import type { Definition } from '../definitions/define-record.ts';
import type { Part } from './deletion-set.ts';
import { portionsOf } from './portions.ts';
import type { Reads } from './reads.ts';
import type { Row } from './row.ts';
import type { Writes } from './writes.ts';

/** A set may be large; a reader is helped by few. */
const MOST_TOLD = 20;

/** The rows that these deleted rows refer to and that are neither there nor come back with them, in sentences. */
export async function goneTargets(writes: Writes, parts: readonly Part[]): Promise<string[]> {
  const told: string[] = [];
  for (const { definition, rows } of parts) {
    for (const [field, { target }] of Object.entries(definition.fields)) {
      if (!target) continue;
      const there = await rowsThere(writes, writes.catalogue.get(target), parts, idsIn(rows, field));
      for (const row of rows) {
        if (row[field] === null || there.has(row[field] as bigint)) continue;
        told.push(`${definition.label} ${row.id} 的 ${field} 引用的记录 ${row[field]} 已不存在`);
      }
    }
  }
  return told.slice(0, MOST_TOLD);
}

function idsIn(rows: readonly Row[], field: string): bigint[] {
  return [...new Set(rows.map((row) => row[field]).filter((id) => typeof id === 'bigint'))];
}

/** Which of these ids belong to living rows of the record, or to rows that are about to come back. */
async function rowsThere(
  reads: Reads,
  definition: Definition,
  parts: readonly Part[],
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const coming = parts.filter((part) => part.definition === definition).flatMap(({ rows }) => rows);
  const there = new Set(coming.map(({ id }) => id));
  for (const some of portionsOf(ids.filter((id) => !there.has(id))))
    for (const { id } of await reads.where(definition, (select) => select.where('id', 'in', some)))
      there.add(id);
  return there;
}
