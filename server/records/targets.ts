import type { Raw } from '../database/engine.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { Reads } from './reads.ts';
import { idsIn } from './row.ts';

/** A reader is helped by few. */
const MOST_TOLD = 20;

/** Throws, by field, where these rows are to refer to rows that are not there. */
export async function requireTargets(
  reads: Reads,
  catalogue: Catalogue,
  definition: Definition,
  rows: readonly Raw[],
): Promise<void> {
  const problems: Record<string, string> = {};
  for (const { field, target } of catalogue.referencesOf(definition.name)) {
    const ids = new Set(rows.flatMap((row) => idsIn(row, field)));
    const missing = await missingAmong(reads, catalogue.get(target), ids);
    if (missing.length > 0) problems[field] = `引用的记录 ${missing.slice(0, MOST_TOLD).join('、')} 不存在`;
  }
  if (Object.keys(problems).length > 0) throw badParameters(problems);
}

async function missingAmong(
  reads: Reads,
  definition: Definition,
  wanted: ReadonlySet<bigint>,
): Promise<bigint[]> {
  const ids = [...wanted];
  const [only] = ids;
  if (only === undefined) return [];
  if (ids.length === 1) return (await reads.find(definition, only)) ? [] : ids; // prepared, for most writes refer to one
  const there = await reads.idsAmong(definition, ids);
  return ids.filter((id) => !there.has(id));
}
