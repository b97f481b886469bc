import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Field } from '../definitions/field.ts';
import type { Rows } from '../definitions/where.ts';
import { type AppError, badParameters } from '../errors.ts';
import { type ActingReads, rightsOver } from './act.ts';
import { file } from './file.record.ts';
import { meeting } from './meeting.ts';
import type { Reads } from './reads.ts';
import { idsIn, type Row } from './row.ts';
import { unusableFiles } from './unusable-files.ts';

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
    const known = rights?.known(record) ?? 'all';
    // A hook may go on to change that row, and two that hold it together would then wait for each other.
    const find = definition.hooks ? 'find' : 'findShared';
    const kind = definition.fields[field];
    const unfit =
      kind?.kind === 'file'
        ? await unfitFiles(reads, kind, { wanted: ids, known, find })
        : missingTold(await missingAmong(reads, record, { wanted: ids, known, find }));
    for (const [place, row] of unfit.size > 0 ? rows.entries() : []) {
      const [first, ...others] = idsIn(row, field).filter((id) => unfit.has(id));
      if (first === undefined) continue;
      const told = [first, ...others.slice(0, MOST_TOLD - 1)].join('、');
      problems[place] = { ...problems[place], [field]: `引用的记录 ${told} ${unfit.get(first)}` };
    }
  }
  return problems.map(badParameters);
}

interface Wanted {
  readonly wanted: ReadonlySet<bigint>;
  readonly known: Rows;
  readonly find: 'find' | 'findShared';
}

function missingTold(ids: ReadonlySet<bigint>): ReadonlyMap<bigint, string> {
  return new Map([...ids].map((id) => [id, '不存在']));
}

/** Files that are not there, and those that cannot be put into the field. */
async function unfitFiles(
  reads: ActingReads,
  field: Field,
  { wanted, known, find }: Wanted,
): Promise<ReadonlyMap<bigint, string>> {
  const missing = await missingAmong(reads, file, { wanted, known: 'all', find });
  const unusable = await unusableFiles(reads, field, wanted, known !== 'all');
  return new Map([...unusable, ...missingTold(missing)]);
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
