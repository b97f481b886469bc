import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Rows } from '../definitions/where.ts';
import { Bindings } from './bindings.ts';
import type { Comparison, Condition } from './condition.ts';
import { readRows } from './filter.ts';
import type { Reads } from './reads.ts';
import { idsIn } from './row.ts';

type Reference = Extract<Condition, { readonly refersTo: string }>;

const meetsOrder: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/**
 * Those of these rows that a rule leaves: what `readRows` says in SQL, said of rows that need not be in the database as they
 * stand here: new ones, changed ones, earlier ones. What they refer to is judged as it is there now.
 */
export async function meeting<R extends Raw>(
  reads: Reads,
  definition: Definition,
  rows: Rows,
  candidates: readonly R[],
): Promise<readonly R[]> {
  if (rows === 'all' || candidates.length === 0) return candidates;
  if (rows === 'none') return [];
  const { catalogue } = reads;
  const bindings = new Bindings(reads.engine);
  const judge = new Judge(reads, bindings.values);
  const condition = readRows({ catalogue, bindings }, definition, rows);
  await judge.follow(definition, condition, candidates);
  return candidates.filter((row) => judge.accepts(definition, condition, row));
}

/** Judges rows by a condition, values compared as the engine keeps them. */
class Judge {
  readonly #reads: Reads;
  readonly #values: Raw;
  readonly #found = new Map<Reference, ReadonlySet<bigint>>();

  constructor(reads: Reads, values: Raw) {
    this.#reads = reads;
    this.#values = values;
  }

  /** Finds out, with one statement for each reference, which of the rows that are referred to meet its condition. */
  async follow(definition: Definition, condition: Condition, rows: readonly Raw[]): Promise<void> {
    if ('every' in condition) for (const part of condition.every) await this.follow(definition, part, rows);
    if ('some' in condition) for (const part of condition.some) await this.follow(definition, part, rows);
    if (!('refersTo' in condition)) return;
    const { catalogue } = this.#reads;
    const target = catalogue.get(condition.refersTo);
    if (condition.by) return this.follow(target, condition.where, rows.flatMap(linksOf(definition, target)));
    const ids = [...new Set(rows.flatMap((row) => idsIn(row, condition.column)))];
    this.#found.set(condition, await this.#reads.idsMeeting(target, ids, condition.where, this.#values));
  }

  accepts(definition: Definition, condition: Condition, row: Raw): boolean {
    if ('every' in condition) return condition.every.every((part) => this.accepts(definition, part, row));
    if ('some' in condition) return condition.some.some((part) => this.accepts(definition, part, row));
    if ('isNull' in condition) return ((row[condition.column] ?? null) === null) === condition.isNull;
    if ('refersTo' in condition) return this.#refersToOne(definition, condition, row);
    const held = this.#kept(definition, condition.column, row);
    if (held === null) return false;
    if ('contains' in condition) return String(held).includes(String(this.#values[condition.contains]));
    if ('in' in condition) return condition.in.some((slot) => compare(held, this.#values[slot]) === 0);
    return meetsOrder[condition.is](compare(held, this.#values[condition.slot]));
  }

  /** Of many references the row itself holds the ids; its links tell the same of rows as they are. */
  #refersToOne(definition: Definition, condition: Reference, row: Raw): boolean {
    if (!condition.by) return idsIn(row, condition.column).some((id) => this.#found.get(condition)?.has(id));
    const target = this.#reads.catalogue.get(condition.refersTo);
    return linksOf(definition, target)(row).some((link) => this.accepts(target, condition.where, link));
  }

  #kept({ columns }: Definition, name: string, row: Raw): unknown {
    const [column, value] = [columns[name], row[name]];
    return column && value !== null && value !== undefined ? this.#reads.engine.encode(column, value) : null;
  }
}

/** The links that a link table has, or had, of a row. */
function linksOf(holder: Definition, link: Definition): (row: Raw) => Raw[] {
  const field = link.name.slice(`${holder.name}__`.length);
  return (row) => idsIn(row, field).map((id) => ({ holder_id: row.id, target_id: id }));
}

/** As every engine does: texts by code point, nothing else but numbers and flags of one kind. */
function compare(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (typeof one === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
  return (one as number) < (other as number) ? -1 : Number((one as number) > (other as number));
}
