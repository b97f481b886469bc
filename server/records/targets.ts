import type { Raw } from '../database/engine.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { Act } from './act.ts';
import type { Reads } from './reads.ts';
import { type Claim, everyRow, idsIn } from './row.ts';

/** A reader is helped by few. */
const MOST_TOLD = 20;

/**
 * Throws, by field, where these rows are to refer to rows that are not there. A row that whoever writes may not see is as if
 * it were not there, unless it was referred to `before`. The server's own records are written by slices, which say who may.
 */
export async function requireTargets(
  writes: Reads & { readonly catalogue: Catalogue; readonly act: Act },
  definition: Definition,
  rows: readonly Raw[],
  before: Raw = {},
): Promise<void> {
  const { catalogue, act } = writes;
  const sees = (definition.access && act.sees) ?? everyRow;
  const problems: Record<string, string> = {};
  for (const { field, target } of catalogue.referencesOf(definition.name)) {
    const ids = new Set(rows.flatMap((row) => idsIn(row, field))).difference(new Set(idsIn(before, field)));
    if (ids.size === 0) continue;
    const record = catalogue.get(target);
    const missing = await missingAmong(writes, record, ids, await sees(record));
    if (missing.length > 0) problems[field] = `引用的记录 ${missing.slice(0, MOST_TOLD).join('、')} 不存在`;
  }
  if (Object.keys(problems).length > 0) throw badParameters(problems);
}

async function missingAmong(
  reads: Reads,
  definition: Definition,
  wanted: ReadonlySet<bigint>,
  isSeen: Claim,
): Promise<bigint[]> {
  const ids = [...wanted];
  const [only = 0n] = ids;
  if (ids.length > 1) return [...wanted.difference(await reads.idsAmong(definition, ids, isSeen))];
  const row = await reads.findShared(definition, only); // prepared, for most writes refer to one
  return row && isSeen(row) ? [] : ids;
}
