/** A column that was taken out of use on a day, such as `20261121`, and is kept for a while. */
export interface Aside {
  readonly name: string;
  readonly field: string;
  readonly day: string;
}

// No field's name holds a point, so none of these can be one.

/** The name of a column that is being filled, to take the place of another. */
export function draftOf(field: string): string {
  return `${field}.new`;
}

export function fieldOfDraft(column: string): string | undefined {
  return /^(\w+)\.new$/.exec(column)?.[1];
}

/** A name under which a column can be put aside today. */
export function asideName(field: string, today: string, taken: ReadonlySet<string>): string {
  const name = `${field}.dropped.${today}`;
  return taken.has(name) ? nextName(name, 2, taken) : name;
}

function nextName(name: string, count: number, taken: ReadonlySet<string>): string {
  return taken.has(`${name}.${count}`) ? nextName(name, count + 1, taken) : `${name}.${count}`;
}

/** The columns that were put aside, the latest first. */
export function asidesIn(columns: ReadonlySet<string>): Aside[] {
  const asides = [...columns].flatMap((name) => {
    const [, field = '', day = ''] = /^(\w+)\.dropped\.(\d{8})(?:\.\d+)?$/.exec(name) ?? [];
    return field === '' ? [] : [{ name, field, day }];
  });
  return asides.sort((one, other) => (one.name < other.name ? 1 : -1));
}

/** The day of a time in milliseconds, in UTC: `20261121`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
}

/** When a day begins, in milliseconds. */
export function timeOf(day: string): number {
  return Date.parse(day.replace(/(....)(..)/, '$1-$2-'));
}

/** The last day on which a column that was put aside can be brought back for sure. */
export function lastDayOf({ day }: Aside, days: number): string {
  return dayOf(timeOf(day) + days * 86_400_000);
}
