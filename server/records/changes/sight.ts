import type { Shape } from '../../../contract/column.ts';
import type { Engine, Raw } from '../../database/engine.ts';
import { type Definition, linkName, nestedName, type WhichRecords } from '../../definitions/for-server.ts';
import { Bindings } from '../query/conditions/bindings.ts';
import type { Condition } from '../query/conditions/condition.ts';
import { readRecords } from '../query/conditions/filter.ts';
import { ConditionEvaluator, type Places } from '../store/evaluate-condition.ts';
import type { Reads } from '../store/reads.ts';
import { keptState } from './kept-state.ts';

/** Longer texts are cut; a rule that compares more of one counts as hiding the record. */
const MOST_CHARACTERS = 500;

/** The columns to keep of a record, so that a rule or condition can be evaluated later. */
export function sightOf(engine: Engine, columns: Shape, record: Raw): Raw {
  const isShort = (value: unknown) => typeof value !== 'string' || value.length <= MOST_CHARACTERS;
  const short = Object.entries(columns).filter(([name]) => isShort(record[name]));
  return keptState(engine, Object.fromEntries(short), record);
}

/**
 * The former states that meet a rule. A state that lacks a column of the rule is left out, so nobody learns of a record by
 * mistake.
 */
export async function visibleStates<S extends Raw>(
  reads: Reads,
  definition: Definition,
  records: WhichRecords,
  states: readonly S[],
): Promise<ReadonlySet<S>> {
  if (records === 'none' || states.length === 0) return new Set();
  const bindings = new Bindings(reads.engine);
  const condition = readRecords({ catalogue: reads.catalogue, bindings }, definition, records);
  const complete = states.filter(holdsAll(columnsIn(definition, condition)));
  return accepted(reads, { definition, condition, bindings }, complete);
}

/** The former states that do not meet a condition. A state with a column that was not kept counts as meeting it. */
export async function statesOutside<S extends Raw>(
  reads: Reads,
  read: ReadCondition,
  states: readonly S[],
): Promise<ReadonlySet<S>> {
  const complete = states.filter(holdsAll(columnsIn(read.definition, read.condition)));
  return new Set(complete).difference(await accepted(reads, read, complete, 'asWritten'));
}

/** A condition on a collection, with its values. */
export interface ReadCondition {
  readonly definition: Definition;
  readonly condition: Condition;
  readonly bindings: Bindings;
}

async function accepted<S extends Raw>(
  reads: Reads,
  { definition, condition, bindings }: ReadCondition,
  states: readonly S[],
  places?: Places,
): Promise<ReadonlySet<S>> {
  const evaluator = new ConditionEvaluator(reads, bindings.values, places);
  await evaluator.resolveReferences(definition, condition, states);
  return new Set(states.filter((state) => evaluator.accepts(definition, condition, state)));
}

function holdsAll(columns: ReadonlySet<string> | undefined) {
  return (state: Raw) => columns !== undefined && [...columns].every((name) => Object.hasOwn(state, name));
}

/** Whether a condition asks where a record of its collection stands in a tree: below another one, or above it. */
export function asksForPlace(condition: Condition, place: 'below' | 'above'): boolean {
  if ('every' in condition) return condition.every.some((part) => asksForPlace(part, place));
  if ('some' in condition) return condition.some.some((part) => asksForPlace(part, place));
  if ('not' in condition) return asksForPlace(condition.not, place);
  return 'tree' in condition && condition.tree === place;
}

/** The columns of a record that a condition on its collection looks at; undefined if the record alone does not decide it. */
export function columnsIn(definition: Definition, condition: Condition): ReadonlySet<string> | undefined {
  const parts = 'every' in condition ? condition.every : 'some' in condition ? condition.some : undefined;
  if (parts) {
    const columns = parts.map((part) => columnsIn(definition, part));
    return columns.includes(undefined) ? undefined : new Set(columns.flatMap((one) => [...(one ?? [])]));
  }
  if ('every' in condition || 'some' in condition) return undefined;
  if ('not' in condition) return columnsIn(definition, condition.not);
  if ('searched' in condition || 'matches' in condition) return undefined;
  if ('refersTo' in condition && condition.by !== undefined) return fieldsBehind(definition, condition);
  return new Set([condition.column]);
}

/** The fields whose values an index or link table of the collection holds; undefined of records that refer to it. */
function fieldsBehind(
  { name, fields }: Definition,
  { refersTo, counted }: Extract<Condition, { refersTo: string }>,
): ReadonlySet<string> | undefined {
  if (counted) return undefined;
  const isBehind =
    refersTo === nestedName(name)
      ? (field: string) => fields[field]?.nested !== undefined
      : (field: string) => linkName(name, field) === refersTo;
  const found = Object.keys(fields).filter(isBehind);
  return found.length > 0 ? new Set(found) : undefined;
}
