import type { Column, Shape } from '../../../contract/column.ts';
import type { Field } from '../../definitions/field.ts';
import type { Weight } from '../engine.ts';
import type { Kept } from './present.ts';

/**
 * Who makes a step: a start by itself, beside servers of earlier definitions; somebody who has stopped all servers, for
 * those of earlier definitions could not go on; or somebody at any time, and nothing waits for it.
 */
export type When = 'atStart' | 'whileStopped' | 'anyTime';

/** What must hold of the rows that are there. Tables and columns are named as they are now. */
export type Check =
  | { readonly kind: 'empty'; readonly table: string }
  | { readonly kind: 'noneDeleted'; readonly table: string }
  | { readonly kind: 'noNulls'; readonly table: string; readonly column: string }
  | {
      readonly kind: 'distinct';
      readonly table: string;
      readonly columns: Shape;
      readonly visibleOnly: boolean;
      readonly isSecret: boolean;
    }
  | {
      readonly kind: 'fits';
      readonly table: string;
      readonly column: string;
      readonly before: Column;
      readonly to: Target;
    };

/** The field that values shall fit. */
export interface Target {
  readonly field: Field;
  /** Whether values are turned into the field's, or have to be ones already. */
  readonly isConverted: boolean;
}

/** A record, or a field of one, bears another name now. */
export interface Renaming {
  readonly record: string;
  readonly field?: string;
  readonly was: string;
}

/** All values of a column, to be written into another one as its field takes them. */
export interface Fill {
  readonly fill: string;
  readonly from: { readonly name: string; readonly column: Column };
  readonly into: string;
  readonly to: Target;
}

/** A link table, to be made anew from the ids that rows hold in a column. */
export interface Link {
  readonly link: string;
  readonly table: string;
  readonly column: string;
}

/** What is done; each of them may have been done before, and doing it again changes nothing. */
export type Deed =
  | { readonly sql: string }
  /** What is recorded of a column: before it is there, and after it has gone. */
  | { readonly record: string; readonly as: Kept | undefined }
  | Fill
  | Link
  /** Other tables that tell of the name follow. */
  | { readonly renaming: Renaming };

/** Rows of a table as it is called now: those that meet a condition, or all. */
export interface Rows {
  readonly table: string;
  readonly where?: string;
}

/** One change of one table. */
export interface Step {
  /** `article.title`, or an index's name. */
  readonly place: string;
  /** What is done to it, as a sentence that follows the place. */
  readonly says: string;
  readonly when: When;
  readonly weight: Weight;
  /** The rows that are concerned; undefined where there are none yet. */
  readonly rows: Rows | undefined;
  readonly checks: readonly Check[];
  readonly deeds: readonly Deed[];
  /** The engine makes it outside of transactions only. */
  readonly isApart: boolean;
}

/** What a step is, where it says nothing else: a start makes it, in a moment, of rows that need not be looked at. */
export const plain = {
  when: 'atStart',
  weight: 'moment',
  rows: undefined,
  checks: [],
  isApart: false,
} satisfies Partial<Step>;

/** As `plain`, on somebody's word alone. */
export const asked = { ...plain, when: 'whileStopped' } satisfies Partial<Step>;

/** The statements of a step, for people: what is written row by row is told as one. */
export function sqlOf({ deeds }: Step): string[] {
  return deeds.flatMap((deed) => {
    if ('sql' in deed) return [deed.sql];
    if ('fill' in deed) return [`update "${deed.fill}" set "${deed.into}" = "${deed.from.name}", converted`];
    if ('link' in deed) return [`insert into "${deed.link}" each id in "${deed.table}"."${deed.column}"`];
    if ('renaming' in deed) return [historyOf(deed.renaming)];
    return [];
  });
}

function historyOf({ record, field, was }: Renaming): string {
  return `update "quire_revision" of "${record}", where "${was}" becomes "${field ?? record}"`;
}
