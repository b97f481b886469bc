import type { Shape } from '../../../contract/column.ts';
import type { Engine, Raw } from '../../database/engine.ts';
import { type AccessRule, alternativesOf } from '../../definitions/access-rule.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { linkName } from '../../definitions/derived/link-record.ts';
import { nestedName } from '../../definitions/nested/nested-record.ts';
import type { Rows, Where } from '../../definitions/types/where.ts';
import { Bindings } from '../query/conditions/bindings.ts';
import type { Condition } from '../query/conditions/condition.ts';
import { readRows } from '../query/conditions/filter.ts';
import { ConditionEvaluator } from '../rows/evaluate-condition.ts';
import type { Reads } from '../rows/reads.ts';
import { keptState } from './kept-state.ts';

/** A rule that compares more of a text is taken to leave the row unseen. */
const MOST_CHARACTERS = 500;

const known = new WeakMap<Definition, Shape>();

/** The columns that a record's read rule may look at; all of them if a function decides. */
export function sightColumns(definition: Definition): Shape {
  const found = known.get(definition) ?? findColumns(definition);
  known.set(definition, found);
  return found;
}

function findColumns({ access, columns }: Definition): Shape {
  const rules = access ? alternativesOf(access.read) : [];
  const names = new Set(rules.flatMap((rule) => namesIn(rule, Object.keys(columns))));
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.has(name)));
}

function namesIn(rule: AccessRule, all: readonly string[]): readonly string[] {
  const rows = 'rows' in rule ? rule.rows : undefined;
  if (rows === undefined) return [];
  if (rows === 'own') return ['create_user_id'];
  return typeof rows === 'function' ? all : whereNames(rows);
}

function whereNames(where: Where): string[] {
  return Object.entries(where).flatMap(([name, part]) =>
    (name === 'and' || name === 'or') && Array.isArray(part) ? part.flatMap(whereNames) : name,
  );
}

/** What is kept of a row so that a rule can be evaluated later. */
export function sightOf(engine: Engine, definition: Definition, row: Raw): Raw {
  const isShort = (value: unknown) => typeof value !== 'string' || value.length <= MOST_CHARACTERS;
  const short = Object.entries(sightColumns(definition)).filter(([name]) => isShort(row[name]));
  return keptState(engine, Object.fromEntries(short), row);
}

/**
 * The rows among these former states that a rule leaves. A state of which a column was not kept that the rule looks at is
 * left out: nobody learns of a row by mistake.
 */
export async function visibleStates<S extends Raw>(
  reads: Reads,
  definition: Definition,
  rows: Rows,
  states: readonly S[],
): Promise<ReadonlySet<S>> {
  if (rows === 'none' || states.length === 0) return new Set();
  const bindings = new Bindings(reads.engine);
  const condition = readRows({ catalogue: reads.catalogue, bindings }, definition, rows);
  const complete = states.filter((state) => isKnown(definition, condition, state));
  const evaluator = new ConditionEvaluator(reads, bindings.values);
  await evaluator.resolveReferences(definition, condition, complete);
  return new Set(complete.filter((state) => evaluator.accepts(definition, condition, state)));
}

function isKnown(definition: Definition, condition: Condition, state: Raw): boolean {
  if ('every' in condition) return condition.every.every((part) => isKnown(definition, part, state));
  if ('some' in condition) return condition.some.every((part) => isKnown(definition, part, state));
  if ('refersTo' in condition && condition.by !== undefined) {
    const { refersTo } = condition;
    if (refersTo === nestedName(definition.name))
      return Object.keys(definition.fields).every(
        (name) => !definition.fields[name]?.nested || Object.hasOwn(state, name),
      );
    const field = Object.keys(definition.fields).find((name) => linkName(definition.name, name) === refersTo);
    return field !== undefined && Object.hasOwn(state, field);
  }
  return Object.hasOwn(state, condition.column);
}
