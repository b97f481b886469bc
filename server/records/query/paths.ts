import { type Column, MAX_HOPS } from '../../../contract/index.ts';
import { type Definition, type Field, integer, keyColumnOf, keyField } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Condition } from './conditions/condition.ts';
import { readRecords, type SeenWay, seenTarget, wayNamed } from './conditions/filter.ts';
import type { FilterTree } from './conditions/filter-tree.ts';
import { originIn } from './conditions/near.ts';
import { bindOrigin, type Origin } from './distance.ts';
import { fieldNamed } from './names.ts';
import { PERIODS, type Period, readZone, type Zone } from './periods.ts';
import { localisedColumn } from './requested-locales.ts';
import type { Scope } from './scope.ts';
import { isSortable } from './sortable.ts';

/** A reference on a path, to the records of its target that the actor may read. */
export interface PathStep {
  readonly field: string;
  /** In place of the field: the columns of which the first value that is not null counts. */
  readonly sources?: readonly string[];
  readonly collection: string;
  readonly visible: Condition;
}

/** A value that the query computes as an extra column: `genre.name`, `starts_at.month`. */
export interface Path {
  readonly column: string;
  readonly kind: Column;
  readonly nullable: boolean;
  readonly steps: readonly PathStep[];
  /** Counts the records that refer to the last step, instead of reading a field. */
  readonly counted?: PathStep;
  /** The field at the end of the steps. */
  readonly of: string;
  /** In place of `of`: the columns of which the first value that is not null counts. */
  readonly sources?: readonly string[];
  /** In place of the point: its distance from a place. */
  readonly from?: Origin;
  readonly period?: { readonly length: Period; readonly isDate: boolean; readonly zone: Zone };
}

/** The prefix of computed columns, which no field may have. */
const COMPUTED = '_p';
/** A number of records. */
const aNumber: Field = integer({ required: true });
/** The name of a distance after its field: `place.distance`. */
export const DISTANCE = 'distance';
const aDistance: Field = integer();
const NUMBER: Column = { type: 'integer' };

/** The parts of a request that computed values depend on. */
interface PathRequest {
  /** Where days, weeks, months and years begin; UTC by default. */
  readonly zone?: string;
  /** Distances are measured from the place of its condition `near`. */
  readonly filter?: FilterTree;
}

/** The paths that one request names. Each is computed once, whatever it is used for. */
export class Paths {
  readonly #scope: Scope;
  readonly #definition: Definition;
  readonly #request: PathRequest;
  readonly #known = new Map<string, { readonly path: Path; readonly field: Field }>();

  constructor(scope: Scope, definition: Definition, request: PathRequest) {
    this.#scope = scope;
    this.#definition = definition;
    this.#request = request;
  }

  /**
   * The path of this name; undefined if there is none, or if it leads through anything that the actor may not read. One that is
   * `collated` leads to the sort key of a text that has one.
   */
  find(name: string, collated = false): Path | undefined {
    const key = collated ? keyColumnOf(name) : name;
    const known = this.#known.get(key) ?? this.#read(name, collated);
    if (known) this.#known.set(key, known);
    return known?.path;
  }

  get all(): readonly Path[] {
    return [...this.#known.values()].map(({ path }) => path);
  }

  /** The field whose values a computed column holds; undefined of periods, which no field holds. */
  fieldOf(column: string): Field | undefined {
    const known = this.#named(column)?.[1];
    return known?.path.period ? undefined : known?.field;
  }

  /** The name of a column in requests and answers. */
  nameOf(column: string): string {
    return this.#named(column)?.[0] ?? column;
  }

  #named(column: string) {
    return [...this.#known].find(([, { path }]) => path.column === column);
  }

  #read(name: string, collated: boolean): { readonly path: Path; readonly field: Field } | undefined {
    const { rights, locales } = this.#scope;
    const words = name.split('.');
    const steps: PathStep[] = [];
    let definition = this.#definition;
    if (words.length < 2 || words.length > MAX_HOPS + 2) return undefined;
    for (const [place, word] of words.entries()) {
      const further = words.slice(place + 1);
      const way = further.join() === 'count' ? wayNamed(this.#scope, definition, word) : undefined;
      if (way) return this.#keepCount(steps, way);
      const { column, sources } = localisedColumn(definition, word, locales);
      const field = fieldNamed(definition, column, rights);
      if (!field) return undefined;
      if (further.length === 0) {
        if (!isSortable(field)) return undefined;
        const key = collated ? definition.sortKeys.get(keyColumnOf(column)) : undefined;
        const held = (one: string) => (key ? keyColumnOf(one) : one);
        const way = { steps, of: held(column), ...(sources && { sources: sources.map(held) }) };
        return this.#keep(way, key ? keyField(field, key) : field);
      }
      if (field.column.type === 'point' && steps.length === 0 && further.join() === DISTANCE)
        return this.#keepDistance(word);
      const period = further.length === 1 ? PERIODS.find((one) => one === further[0]) : undefined;
      if (period && isCalendar(field))
        return this.#keep({ steps, of: column, ...(sources && { sources }) }, field, period);
      if (field.target === undefined || field.column.type !== 'bigint' || steps.length === MAX_HOPS)
        return undefined;
      definition = seenTarget(this.#scope, field.target);
      const records = rights.records(definition, 'read');
      if (records === 'none') return undefined;
      steps.push({
        field: column,
        ...(sources && { sources }),
        collection: definition.name,
        visible: readRecords(this.#scope, definition, records),
      });
    }
    return undefined;
  }

  #keepDistance(of: string) {
    const origin = originIn(this.#request.filter, of);
    if (!origin) throw badParameters({ [`filter.${of}.near`]: message('distanceNeedsNear') });
    const { path, field } = this.#keep({ steps: [], of }, aDistance);
    return { path: { ...path, from: bindOrigin(this.#scope.bindings, origin) }, field };
  }

  #keepCount(steps: readonly PathStep[], { definition, way, visible }: SeenWay) {
    const counted = { field: way.field, collection: definition.name, visible };
    const { path, field } = this.#keep({ steps, of: 'id' }, aNumber);
    return { path: { ...path, counted }, field };
  }

  #keep(way: Pick<Path, 'steps' | 'of' | 'sources'>, field: Field, period?: Period) {
    const path: Path = {
      column: `${COMPUTED}${this.#known.size}`,
      kind: period ? NUMBER : field.column,
      nullable: way.steps.length > 0 || field.nullable,
      ...way,
      ...(period && {
        period: {
          length: period,
          isDate: field.column.type === 'string',
          zone: readZone(this.#request.zone),
        },
      }),
    };
    return { path, field };
  }
}

/** Whether a field has days, weeks, months and years to group by. */
export function isCalendar({ kind }: Field): boolean {
  return kind === 'date' || kind === 'date-time';
}
