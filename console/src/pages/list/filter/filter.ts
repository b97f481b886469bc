/** A condition on a field, or on a field of the row that a reference leads to: `author.name`. */
export interface Condition {
  readonly field: string;
  readonly operator: string;
  /** As it is typed; several values are separated by commas. */
  readonly value: string;
}

/** Conditions of which all must hold, or one. */
export interface FilterGroup {
  readonly all: boolean;
  readonly parts: readonly FilterPart[];
}

export type FilterPart = Condition | FilterGroup;

export const emptyGroup: FilterGroup = { all: true, parts: [] };

export function isGroup(part: FilterPart): part is FilterGroup {
  return 'parts' in part;
}

/** As it stands in the address: short, and readable with some good will. */
export function filterText(group: FilterGroup): string | undefined {
  return group.parts.length === 0 ? undefined : JSON.stringify(compact(group));
}

/** What an address says; nothing if somebody cut it short. */
export function filterFrom(text: string | undefined): FilterGroup | undefined {
  if (text === undefined) return undefined;
  try {
    const read = expand(JSON.parse(text));
    return read && isGroup(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The filter as the API takes it, without what is not filled in yet; undefined if nothing is left. */
export function filterForApi(group: FilterGroup): object | undefined {
  const parts = group.parts.map((part) => (isGroup(part) ? filterForApi(part) : conditionForApi(part)));
  const said = parts.filter((part) => part !== undefined);
  if (said.length === 0) return undefined;
  return { [group.all ? 'and' : 'or']: said };
}

/** How many conditions are in force. */
export function conditionsIn(group: FilterGroup | undefined): number {
  if (!group) return 0;
  return group.parts.reduce(
    (sum, part) => sum + (isGroup(part) ? conditionsIn(part) : Number(isComplete(part))),
    0,
  );
}

export function isComplete({ field, operator, value }: Condition): boolean {
  return field !== '' && operator !== '' && value !== '';
}

function conditionForApi(condition: Condition): object | undefined {
  if (!isComplete(condition)) return undefined;
  const { field, operator, value } = condition;
  const values = operator === 'in' ? value.split(',').map((one) => one.trim()) : value;
  return field.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), { [operator]: values });
}

function compact(part: FilterPart): unknown {
  if (isGroup(part)) return { [part.all ? 'and' : 'or']: part.parts.map(compact) };
  return [part.field, part.operator, part.value];
}

function expand(read: unknown): FilterPart | undefined {
  if (Array.isArray(read)) {
    const [field, operator, value] = read.map(String);
    return field === undefined || operator === undefined
      ? undefined
      : { field, operator, value: value ?? '' };
  }
  if (typeof read !== 'object' || read === null) return undefined;
  const [[word, parts] = []] = Object.entries(read);
  if (!Array.isArray(parts) || (word !== 'and' && word !== 'or')) return undefined;
  return { all: word === 'and', parts: parts.map(expand).filter((part) => part !== undefined) };
}
