/** A table whose rows are stamped together where they hold the same value in a column; without one, all of them. */
export interface StampedTable {
  readonly table: string;
  readonly by?: string;
}

/** A trigger of the database. */
export interface Trigger {
  readonly name: string;
  /** The statements that create it, with what it needs. */
  readonly sql: readonly string[];
}

/** Holds the stamps: random values, so that one that was rolled back does not come again. */
export const STAMPS = 'quire_stamp';

/**
 * How an engine stamps rows: the stamp of some rows changes with each insertion, change and deletion of one of them, in the same
 * transaction. Triggers do it, so writes of earlier versions and of other programs count as well.
 */
export interface StampSql {
  /** Makes the table of stamps, if it is missing. */
  readonly create: readonly string[];
  triggersOf(stamped: StampedTable): Trigger[];
  /** Answers the `name` of each trigger. */
  readonly present: string;
  /** Gives a row of the stamps a new value. */
  put(table: string, id: string): string;
}

/** The name of a trigger. Its number rises when the triggers of a version differ from those before. */
export function stampTrigger(table: string, event: string): string {
  return `${table}.stamp1.${event}`;
}
