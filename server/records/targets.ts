import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import { type AppError, badParameters } from '../errors.ts';
import type { ActingReads } from './act.ts';
import type { Reads } from './reads.ts';
import { type Claim, everyRow, idsIn } from './row.ts';

/** A reader is helped by few. */
const MOST_TOLD = 20;

/**
 * Why rows cannot be kept, in the rows' places: that they are to refer to rows that are not there. A row that whoever writes
 * may not see is as if it were not there, unless it was referred to `before`. The server's own records are written by
 * slices, which say who may.
 */
export async function targetErrors(
  reads: ActingReads,
  definition: Definition,
  rows: readonly Raw[],
  before: Raw = {},
): Promise<(AppError | undefined)[]> {
  const { catalogue, act } = reads;
  const sees = (definition.access && act.sees) ?? everyRow;
  const problems: Record<string, string>[] = [];
  for (const { field, target } of catalogue.referencesOf(definition.name)) {
    const ids = new Set(rows.flatMap((row) => idsIn(row, field))).difference(new Set(idsIn(before, field)));
    if (ids.size === 0) continue;
    const record = catalogue.get(target);
    const missing = await missingAmong(reads, record, ids, await sees(record));
    for (const [place, row] of missing.size > 0 ? rows.entries() : []) {
      const told = idsIn(row, field).filter((id) => missing.has(id));
      if (told.length === 0) continue;
      const problem = `引用的记录 ${told.slice(0, MOST_TOLD).join('、')} 不存在`;
      problems[place] = { ...problems[place], [field]: problem };
    }
  }
  return problems.map(badParameters);
}

async function missingAmong(
  reads: Reads,
  definition: Definition,
  wanted: ReadonlySet<bigint>,
  isSeen: Claim,
): Promise<ReadonlySet<bigint>> {
  const [only = 0n] = wanted;
  if (wanted.size > 1) return wanted.difference(await reads.idsAmong(definition, [...wanted], isSeen));
  const row = await reads.findShared(definition, only); // prepared, for most writes refer to one
  return row && isSeen(row) ? new Set() : wanted;
}
