import type { Column, Shape } from '../../../../contract/column.ts';
import type { Field, Fields, SortKey } from '../../../definitions/for-server.ts';
import type { Lock } from '../../engine.ts';
import type { RecordedColumn } from '../schema-state.ts';

/** One change of one table. */
export interface SchemaStep {
  /** What is changed: `article`, `article.title`, or an index's name. */
  readonly subject: string;
  /** What happens to it: the rest of a sentence that begins with the subject. */
  readonly summary: string;
  readonly when: When;
  readonly lock: Lock;
  /** The rows that are affected, or undefined. */
  readonly rows: Rows | undefined;
  readonly checks: readonly Check[];
  readonly operations: readonly Operation[];
  /** What can be done about rows that are in the way, as sentences. */
  readonly remedies?: readonly string[];
  /** Whether the engine runs the operations only outside a transaction. */
  readonly isNonTransactional: boolean;
}

/**
 * When a step may be applied: by a start, while servers of earlier definitions go on; by `quire migrate` while all servers
 * are stopped, because earlier definitions would not fit its result; or by `quire migrate` at any time.
 */
export type When = 'atStart' | 'whileStopped' | 'anyTime';

/** Rows of a table, under its current name: those that meet a condition, or all. */
export interface Rows {
  readonly table: string;
  readonly where?: string;
}

/** What must hold before a step. Tables and columns have their current names. */
export type Check =
  | { readonly kind: 'empty'; readonly table: string }
  | { readonly kind: 'noneDeleted'; readonly table: string }
  | { readonly kind: 'noNulls'; readonly table: string; readonly column: string }
  | DistinctCheck
  | FitsCheck
  | { readonly kind: 'tree'; readonly table: string; readonly column: string };

/** No two rows hold the same values in `columns`, of those that hold null in `nulls`. */
export interface DistinctCheck {
  readonly kind: 'distinct';
  readonly table: string;
  readonly columns: Shape;
  /** The fields of columns whose values the plan changes: what these fields make of them must differ. */
  readonly becoming: Fields;
  readonly nulls: readonly string[];
  readonly visibleOnly: boolean;
  readonly isSecret: boolean;
}

/** The field accepts every value of the column. */
export interface FitsCheck {
  readonly kind: 'fits';
  readonly table: string;
  readonly column: string;
  readonly before: Column;
  readonly to: Field;
  /** Whether rows without a value are looked at too. */
  readonly nulls?: true;
  /** Whether texts that the field stores in another form are in the way too: filters would not find them. */
  readonly isKept?: true;
  /** The references whose ids may belong to another collection than before, by their paths inside the values. */
  readonly targets?: Readonly<Record<string, ChangedTarget>>;
}

/** A reference that leads to another collection than before, or led to none. */
export interface ChangedTarget {
  readonly was?: string;
  readonly now: string;
  /** The table of the collection to which it leads now, if there is one yet. */
  readonly table: string | undefined;
}

/** One part of a step. It may run again after an interruption, to the same effect. */
export type Operation =
  | { readonly sql: string }
  /** Sets or deletes what `quire_schema` says of a column. */
  | { readonly record: string; readonly as: RecordedColumn | undefined }
  | ConvertValues
  | FillLinkTable
  | FillNestedIndex
  | CleanValues
  | FillKeys
  /** Renames a collection or field in the history and the permissions. */
  | { readonly renaming: Renaming };

/** Converts all values of a column and writes them to another one. */
export interface ConvertValues {
  readonly convert: string;
  readonly from: { readonly name: string; readonly column: Column };
  readonly into: string;
  readonly to: Field;
}

/** Passes all values of a column, and those in the history, through the field's rule. Runs outside of a transaction. */
export interface CleanValues {
  readonly clean: string;
  readonly column: string;
  readonly to: Field;
  /** What becomes of values in the history that the rule refuses. Rows hold none: a check precedes. */
  readonly refused: 'null' | 'kept';
}

/** Fills a column with the sort keys of a text. Runs outside of a transaction. */
export interface FillKeys {
  readonly fill: string;
  readonly column: string;
  readonly key: SortKey;
}

/** Rebuilds a link table from the ids that a column holds. */
export interface FillLinkTable {
  readonly link: string;
  readonly table: string;
  readonly column: string;
}

/** Rebuilds the entries of a field in the index of nested values; if the field is gone, deletes them. */
export interface FillNestedIndex {
  readonly index: string;
  readonly table: string;
  readonly name: string;
  readonly field: Field | undefined;
}

/** A collection, or a field of one, and its former name. */
export interface Renaming {
  readonly collection: string;
  readonly field?: string;
  readonly was: string;
}

/** The defaults of a step that a start applies. */
export const startStep = {
  when: 'atStart',
  lock: 'moment',
  rows: undefined,
  checks: [],
  isNonTransactional: false,
} satisfies Partial<SchemaStep>;

/** The defaults of a step that an operator applies while all servers are stopped. */
export const stoppedStep = { ...startStep, when: 'whileStopped' } satisfies Partial<SchemaStep>;

/** A step as text, with its obstacles and what can be done about them. */
export function describeStep(
  { subject, summary, remedies = [] }: SchemaStep,
  obstacles: readonly string[],
): string {
  return [
    `${subject} ${summary}`,
    ...obstacles.map((obstacle) => `      !! ${obstacle}`),
    ...(obstacles.length > 0 ? remedies.map((remedy) => `      -> ${remedy}`) : []),
  ].join('\n');
}

/** The SQL of a step as people read it: row-by-row writes are shown as one statement. */
export function sqlOf({ operations }: SchemaStep): string[] {
  return operations.flatMap((operation) => {
    if ('sql' in operation) return [operation.sql];
    if ('convert' in operation) {
      const { convert: table, into, from } = operation;
      return [`update "${table}" set "${into}" = "${from.name}", converted`];
    }
    if ('link' in operation) {
      const { link, table, column } = operation;
      return [`-- for each id in "${table}"."${column}", a row in "${link}", which finds what refers to it`];
    }
    if ('index' in operation) {
      const { index, table, name } = operation;
      return [`-- for the values inside "${table}"."${name}", rows in "${index}", which filters read`];
    }
    if ('clean' in operation) {
      const { clean: table, column } = operation;
      return [
        `update "quire_revision" of "${table}", with "${column}" cleaned`,
        `update "${table}" set "${column}" = cleaned`,
      ];
    }
    if ('fill' in operation) {
      const { fill: table, column, key } = operation;
      return [`update "${table}" set "${column}" = the sort key of "${key.of}" in '${key.tag}'`];
    }
    if ('renaming' in operation) {
      const { collection, field, was } = operation.renaming;
      return [`update "quire_revision" of "${collection}", where "${was}" becomes "${field ?? collection}"`];
    }
    return [];
  });
}
