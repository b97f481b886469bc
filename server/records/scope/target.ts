import type { Expression, SqlBool } from 'kysely';
import type { Raw } from '../../database/engine.ts';
import { type Definition, isPlainObject, shown, type Where } from '../../definitions/for-server.ts';
import { Bindings } from '../query/conditions/bindings.ts';
import { byAuthor } from '../query/conditions/by-author.ts';
import { allOf, always, type Condition, type ConditionWriter, toSql } from '../query/conditions/condition.ts';
import { readRecords, readWhere } from '../query/conditions/filter.ts';
import { namesOf } from '../query/names.ts';
import type { AnyRecord } from '../record.ts';
import { authorsRights, type Rights } from '../rights.ts';
import type { Reads } from '../store/reads.ts';

/** The records of one collection, for a call of a project's code. */
export interface Target {
  readonly reads: Reads;
  readonly definition: Definition;
  /** The caller's rights, if they bind the code. */
  readonly rights: Rights | undefined;
}

/** The condition of a call, with its bound values. */
export interface BoundCondition {
  readonly condition: Condition;
  readonly bindings: Bindings;
}

export function rightsOf({ rights = authorsRights }: Target): Rights {
  return rights;
}

/** Reads the options of a call. If the caller's rights bind it, a field hidden from the caller is unknown. */
export function readFor<T>({ definition, rights }: Target, read: () => T): T {
  return rights ? read() : byAuthor(definition, read);
}

/** The condition of a call within the rights; an empty one means all records. */
export function wantedOf(target: Target, where: Where = {}): BoundCondition {
  const { reads, definition, rights } = target;
  if (!isPlainObject(where))
    throw new Error(
      `collection '${definition.name}': a condition must be an object such as { title: 'x' }, not ${shown(where)}`,
    );
  const bindings = new Bindings(reads.engine);
  const scope = { catalogue: reads.catalogue, bindings, rights: rightsOf(target), from: 'code' } as const;
  const asked =
    Object.keys(where).length === 0 ? always : readFor(target, () => readWhere(scope, definition, where));
  const left = rights ? readRecords(scope, definition, rights.records(definition, 'read')) : always;
  return { condition: allOf([left, asked]), bindings };
}

export function sqlOf(target: Target, { condition, bindings }: BoundCondition): Expression<SqlBool> {
  return toSql(writerFor(target, bindings.values), condition);
}

/** Writes conditions with their values in place. */
export function writerFor({ reads }: Target, values: Raw): ConditionWriter {
  return { query: reads.query, engine: reads.engine, slot: (name) => values[name] };
}

/** A record as the code sees it: whole, or only the fields that the caller may see. */
export function seenOf({ definition, rights }: Target, record: AnyRecord): AnyRecord {
  if (!rights) return record;
  return Object.fromEntries(namesOf(definition, rights).map((name) => [name, record[name]])) as AnyRecord;
}
