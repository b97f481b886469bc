import type { Definition } from '../definitions/define-record.ts';
import type { Part } from './deletion-set.ts';
import type { Reads } from './reads.ts';
import { idsIn } from './row.ts';
import { namesTold } from './unique.ts';
import type { Writes } from './writes.ts';

/** A set may be large; a reader is helped by few. */
const MOST_TOLD = 20;

/** The rows that these deleted rows refer to and that are neither there nor come back with them, in sentences. */
export async function goneTargets(writes: Writes, parts: readonly Part[]): Promise<string[]> {
  const told: string[] = [];
  for (const { definition, rows } of parts) {
    for (const { field, target } of writes.catalogue.referencesOf(definition.name)) {
      const isTold = (await namesTold(writes, definition, [field])).length > 0;
      const there = await rowsThere(writes, writes.catalogue.get(target), parts, [
        ...new Set(rows.flatMap((row) => idsIn(row, field))),
      ]);
      for (const row of rows)
        for (const id of idsIn(row, field))
          if (!there.has(id))
            told.push(
              `${definition.label} ${row.id} ${isTold ? `的 ${field} 引用的记录 ${id}` : '引用的记录'} 已不存在`,
            );
    }
  }
  return told.slice(0, MOST_TOLD);
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
  const living = await reads.idsAmong(
    definition,
    ids.filter((id) => !there.has(id)),
  );
  return there.union(living);
}
