/** A table of Lin CMS 0.3, read out of the tables that another version has instead. */
export interface View {
  /** SQL for each of its columns. */
  readonly columns: Readonly<Record<string, string>>;
  /** What they are selected from: tables, and conditions. */
  readonly from: string;
}

/** The columns of each table. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

/** The view as a table in parentheses. */
export function sqlOf({ columns, from }: View): string {
  const selected = Object.entries(columns).map(([name, sql]) => `${sql} as ${name}`);
  return `(select ${selected.join(', ')} from ${from})`;
}

/** The words in the view's SQL: every table and column that it reads is among them. */
export function wordsOf(view: View): ReadonlySet<string> {
  return new Set(sqlOf(view).match(/\w+/g));
}
