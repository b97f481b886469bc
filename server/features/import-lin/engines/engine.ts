/** A record as text, whatever its columns are; true and false are 1 and 0. */
export type SourceRecord = Readonly<Record<string, string | null>>;

/** Why the source cannot be read, for the operator. */
export class SourceProblem extends Error {}

/** The command was called with something that can be no source, zone or folder. */
export class WrongArgument extends Error {}

/** A database that is read in one consistent snapshot, and never changed. */
export interface SourceEngine {
  /** What is called its name: that of the database, or of its file. */
  readonly name: string;
  /** The offset of the clock by which its times were written, where they have none. */
  readonly clock: string;
  /** The names of the columns of each table. */
  columns(): Promise<SourceRecord[]>;
  /** Runs a query with names in backticks. A list for a `?` stands for as many values. */
  records(sql: string, values: readonly unknown[]): Promise<SourceRecord[]>;
  /** SQL that is true where a flag is set. */
  isSet(column: string): string;
  close(): Promise<void>;
}

/** The query with one placeholder for each value, and the values. Backticks become double quotes. */
export function spread(
  sql: string,
  values: readonly unknown[],
  placeholder: (index: number) => string,
): { sql: string; values: unknown[] } {
  const flat: unknown[] = [];
  let next = 0;
  const written = sql.replaceAll('`', '"').replace(/\?/g, () => {
    const value = values[next++];
    const all = Array.isArray(value) ? value : [value];
    flat.push(...all);
    return all.map((_, index) => placeholder(flat.length - all.length + index + 1)).join(', ') || 'null';
  });
  return { sql: written, values: flat };
}
