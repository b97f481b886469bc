import type { Raw } from '../../database/engine.ts';
import { type Definition, indexedValues, linkName, nestedName } from '../../definitions/for-server.ts';
import { LONGITUDES, metresBetween, unpacked } from '../../shared/globe.ts';
import { fromJson } from '../../shared/json.ts';
import { type Comparison, type Condition, isAlways } from '../query/conditions/condition.ts';
import { idsIn } from '../record.ts';
import { TREE_PATH } from './kept-columns.ts';
import type { Reads } from './reads.ts';

const ID = { type: 'bigint' } as const;

type Reference = Extract<Condition, { readonly refersTo: string }>;
type Walk = Extract<Condition, { readonly tree: string }>;

const meetsOrder: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Whether records are looked for where they stand in their tree now, or by the paths that the feed keeps with them. */
export type Places = 'now' | 'asWritten';

/** Evaluates a condition on records in memory. Values are compared in the form in which the engine stores them. */
export class ConditionEvaluator {
  readonly #reads: Reads;
  readonly #values: Raw;
  readonly #places: Places;
  readonly #found = new Map<Reference | Walk, ReadonlySet<bigint>>();
  readonly #lists = new Map<string, ReadonlySet<string>>();
  /** The records of kept paths that a walk does not pass. */
  readonly #hidden = new Map<Walk, ReadonlySet<bigint>>();

  constructor(reads: Reads, values: Raw, places: Places = 'now') {
    this.#reads = reads;
    this.#values = values;
    this.#places = places;
  }

  /** Looks up which referenced records meet their part of the condition, with one statement for each reference. */
  async resolveReferences(
    definition: Definition,
    condition: Condition,
    records: readonly Raw[],
  ): Promise<void> {
    if ('every' in condition)
      for (const part of condition.every) await this.resolveReferences(definition, part, records);
    if ('some' in condition)
      for (const part of condition.some) await this.resolveReferences(definition, part, records);
    if ('not' in condition) await this.resolveReferences(definition, condition.not, records);
    if ('tree' in condition) await this.#walk(condition, records);
    if (!('refersTo' in condition)) return;
    if (condition.counted) throw new Error('only lists count what refers to a record'); // no rule can
    const { catalogue } = this.#reads;
    const target = catalogue.get(condition.refersTo);
    if (condition.by)
      return this.resolveReferences(target, condition.where, records.flatMap(linksOf(definition, target)));
    const ids = [...new Set(records.flatMap((record) => idsIn(record, condition.column)))];
    const wanted = { condition: condition.where, values: this.#values };
    this.#found.set(condition, await this.#reads.idsMatching(target, ids, wanted));
  }

  accepts(definition: Definition, condition: Condition, record: Raw): boolean {
    if ('every' in condition) return condition.every.every((part) => this.accepts(definition, part, record));
    if ('some' in condition) return condition.some.some((part) => this.accepts(definition, part, record));
    if ('not' in condition) return !this.accepts(definition, condition.not, record);
    if ('isNull' in condition) return ((record[condition.column] ?? null) === null) === condition.isNull;
    if ('refersTo' in condition) return this.#refersToOne(definition, condition, record);
    if ('tree' in condition) return this.#standsThere(definition, condition, record);
    if ('searched' in condition) throw new Error('only lists search'); // no rule can
    const held = this.#kept(definition, condition.column, record);
    if (held === null) return false;
    if ('contains' in condition) return String(held).includes(String(this.#values[condition.contains]));
    if ('ends' in condition) return String(held).endsWith(String(this.#values[condition.ends]));
    if ('matches' in condition) throw new Error('only lists search'); // no rule can
    if ('west' in condition) return this.#isBetween(condition, held as bigint);
    if ('within' in condition) return this.#isNear(condition, held as bigint);
    if ('in' in condition) return condition.in.some((slot) => compare(held, this.#values[slot]) === 0);
    if ('listed' in condition) return this.#listIn(condition.listed).has(String(held));
    return meetsOrder[condition.is](compare(held, this.#values[condition.slot]));
  }

  /** Looks up which of the named records are in that part of the tree now, and which records of kept paths are hidden now. */
  async #walk(condition: Walk, records: readonly Raw[]): Promise<void> {
    const there = this.#reads.catalogue.get(condition.collection);
    const open = records.filter((record) => !this.#isPlaced(condition, record));
    const placed = records.filter((record) => this.#isPlaced(condition, record));
    const above = [...new Set(placed.flatMap((record) => idsIn(record, TREE_PATH)))];
    const living = isAlways(condition.where) ? new Set<bigint>() : await this.#reads.idsAmong(there, above);
    const seen = await this.#reads.idsMatching(there, [...living], {
      condition: condition.where,
      values: this.#values,
    });
    this.#hidden.set(condition, living.difference(seen));
    const ids = [...new Set(open.flatMap((record) => idsIn(record, condition.column)))];
    const named = { ...condition, column: 'id' };
    const below = { condition: named, values: this.#values };
    this.#found.set(condition, await this.#reads.idsMatching(there, ids, below));
  }

  #isPlaced({ tree }: Walk, record: Raw): boolean {
    return this.#places === 'asWritten' && tree === 'below' && record[TREE_PATH] !== undefined;
  }

  /** Whether a walk up the kept path of a record comes to the record of the condition, past records that are not hidden. */
  #stoodThere(condition: Walk, record: Raw): boolean {
    for (const id of idsIn(record, TREE_PATH)) {
      if (compare(this.#reads.engine.encode(ID, id), this.#values[condition.slot]) === 0) return true;
      if (this.#hidden.get(condition)?.has(id)) return false;
    }
    return false;
  }

  /** A record is also below the record that it names as its parent, even if that record cannot be found. */
  #standsThere(definition: Definition, condition: Walk, record: Raw): boolean {
    if (this.#isPlaced(condition, record)) return this.#stoodThere(condition, record);
    const { column, tree, slot } = condition;
    if (idsIn(record, column).some((id) => this.#found.get(condition)?.has(id))) return true;
    const held = this.#kept(definition, column, record);
    return tree === 'below' && held !== null && compare(held, this.#values[slot]) === 0;
  }

  #listIn(slot: string): ReadonlySet<string> {
    const list =
      this.#lists.get(slot) ?? new Set(fromJson<unknown[]>(String(this.#values[slot])).map(String));
    this.#lists.set(slot, list);
    return list;
  }

  #isBetween({ west, east, isAcross }: Extract<Condition, { west: string }>, held: bigint): boolean {
    const longitude = held % BigInt(LONGITUDES);
    const sides = [compare(longitude, this.#values[west]) >= 0, compare(longitude, this.#values[east]) <= 0];
    return isAcross ? sides.includes(true) : !sides.includes(false);
  }

  #isNear({ from, within }: Extract<Condition, { within: string }>, held: bigint): boolean {
    const [lat, lon] = [this.#values[from.lat], this.#values[from.lon]].map((units) => BigInt(String(units)));
    const place = unpacked((lat ?? 0n) * BigInt(LONGITUDES) + (lon ?? 0n));
    return metresBetween(place, unpacked(held)) <= Number(this.#values[within]);
  }

  /** A field of many references is evaluated by the ids in the record; for stored records, the link table holds the same. */
  #refersToOne(definition: Definition, condition: Reference, record: Raw): boolean {
    if (!condition.by)
      return idsIn(record, condition.column).some((id) => this.#found.get(condition)?.has(id));
    const target = this.#reads.catalogue.get(condition.refersTo);
    return linksOf(definition, target)(record).some((link) => this.accepts(target, condition.where, link));
  }

  #kept({ columns }: Definition, name: string, record: Raw): unknown {
    const [column, value] = [columns[name], record[name]];
    return column && value !== null && value !== undefined ? this.#reads.engine.encode(column, value) : null;
  }
}

/** The entries that a link table holds for a record in this state. */
function linksOf(holder: Definition, link: Definition): (record: Raw) => Raw[] {
  if (link.name === nestedName(holder.name)) {
    const nested = Object.entries(holder.fields).filter(([, field]) => field.nested);
    return (record) =>
      nested.flatMap(([name, field]) =>
        indexedValues(name, field, record[name]).map((value) => ({ holder_id: record.id, ...value })),
      );
  }
  const isLinked = (field: string) => linkName(holder.name, field) === link.name;
  const field = Object.keys(holder.fields).find(isLinked) ?? '';
  return (record) => idsIn(record, field).map((id) => ({ holder_id: record.id, target_id: id }));
}

/** Compares as every engine does: texts by code point; otherwise two numbers or two booleans. */
function compare(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (typeof one === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
  return (one as number) < (other as number) ? -1 : Number((one as number) > (other as number));
}
