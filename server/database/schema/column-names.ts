import { DAY_MS } from '../../shared/durations.ts';

// A field's name never contains a point, so none of these names can be a field's.

/** A column that a migration dropped on a day, such as `20261121`, and that can be recovered until it is pruned. */
export interface DroppedColumn {
  readonly name: string;
  readonly field: string;
  readonly day: string;
}

/** The name of a shadow column: it receives a field's converted values. */
export function shadowOf(field: string): string {
  return `${field}.new`;
}

/** The field whose shadow a column is, or undefined. */
export function fieldOfShadow(column: string): string | undefined {
  return /^(\w+)\.new$/.exec(column)?.[1];
}

/** A free name for a column that is dropped today. */
export function droppedName(field: string, today: string, taken: ReadonlySet<string>): string {
  const name = `${field}.dropped.${today}`;
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}.${count}`;
  return free;
}

/** The dropped columns among these, the latest first. */
export function droppedColumns(columns: Iterable<string>): DroppedColumn[] {
  const dropped: DroppedColumn[] = [];
  for (const name of columns) {
    const [, field, day] = /^(\w+)\.dropped\.(\d{8})(?:\.\d+)?$/.exec(name) ?? [];
    if (field !== undefined && day !== undefined) dropped.push({ name, field, day });
  }
  return dropped.sort((one, other) => (one.name < other.name ? 1 : -1));
}

/** The last day on which a dropped column is certain to be there. */
export function lastDayOf({ day }: DroppedColumn, keepDays: number): string {
  return dayOf(startOfDay(day) + keepDays * DAY_MS);
}

/** The day of a time in milliseconds, in UTC: `20261121`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
}

/** The time in milliseconds at which a day begins, in UTC. */
export function startOfDay(day: string): number {
  return Date.parse(dashed(day));
}

/** `20261121` as `2026-11-21`. */
export function dashed(day: string): string {
  return day.replace(/(....)(..)/, '$1-$2-');
}
