import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Rows } from '../definitions/where.ts';
import { type AppError, badParameters } from '../errors.ts';
import { type ActingReads, rightsOver } from './act.ts';
import { meeting } from './meeting.ts';
import type { Reads } from './reads.ts';
import { idsIn, type Row } from './row.ts';

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
  const { catalogue } = reads;
  const references = catalogue.referencesOf(definition.name);
  if (references.length === 0) return [];
  const rights = await rightsOver(reads, definition);
  const problems: Record<string, string>[] = [];
  for (const { field, target } of references) {
    const ids = new Set(rows.flatMap((row) => idsIn(row, field))).difference(new Set(idsIn(before, field)));
    if (ids.size === 0) continue;
    const record = catalogue.get(target);
    // A hook may go on to change that row, and two that hold it together would then wait for each other.
    const find = definition.hooks ? 'find' : 'findShared';
    const missing = await missingAmong(reads, record, {
      wanted: ids,
      known: rights?.known(record) ?? 'all',
      find,
    });
    for (const [place, row] of missing.size > 0 ? rows.entries() : []) {
      const told = idsIn(row, field).filter((id) => missing.has(id));
      if (told.length === 0) continue;
      const problem = `引用的记录 ${told.slice(0, MOST_TOLD).join('、')} 不存在`;
      problems[place] = { ...problems[place], [field]: problem };
    }
  }
  return problems.map(badParameters);
}

interface Wanted {
  readonly wanted: ReadonlySet<bigint>;
  readonly known: Rows;
  readonly find: 'find' | 'findShared';
}

async function missingAmong(
  reads: Reads,
  definition: Definition,
  { wanted, known, find }: Wanted,
): Promise<ReadonlySet<bigint>> {
  const [only = 0n] = wanted;
  if (wanted.size > 1) return wanted.difference(await reads.idsAmong(definition, [...wanted], known));
  const row = await reads[find](definition, only); // prepared, for most writes refer to one
  const there = await meeting(reads, definition, known, row ? [row as unknown as Row] : []);
  return there.length > 0 ? new Set() : wanted;
}
