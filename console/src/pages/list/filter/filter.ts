/** A condition on a field, or on a field of the record that a reference leads to: `author.name`. */
export interface Condition {
  readonly field: string;
  readonly operator: string;
  /** As typed; values are separated by commas. */
  readonly value: string;
}

/** Conditions joined by `and` or `or`. */
export interface FilterGroup {
  readonly all: boolean;
  readonly parts: readonly FilterPart[];
}

export type FilterPart = Condition | FilterGroup;

export const emptyGroup: FilterGroup = { all: true, parts: [] };

export function isGroup(part: FilterPart): part is FilterGroup {
  return 'parts' in part;
}

/** The filter as compact text for the address. */
export function filterText(group: FilterGroup): string | undefined {
  return group.parts.length === 0 ? undefined : JSON.stringify(compact(group));
}

/** The filter in an address; undefined if it is malformed. */
export function filterFrom(text: string | undefined): FilterGroup | undefined {
  if (text === undefined) return undefined;
  try {
    const read = expand(JSON.parse(text));
    return read && isGroup(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The filter for the API without incomplete conditions; undefined if none is left. */
export function filterForApi(group: FilterGroup): object | undefined {
  const parts = group.parts.map((part) => (isGroup(part) ? filterForApi(part) : conditionForApi(part)));
  const said = parts.filter((part) => part !== undefined);
  if (said.length === 0) return undefined;
  return { [group.all ? 'and' : 'or']: said };
}

/** The number of complete conditions. */
export function conditionsIn(group: FilterGroup | undefined): number {
  if (!group) return 0;
  return group.parts.reduce(
    (sum, part) => sum + (isGroup(part) ? conditionsIn(part) : Number(isComplete(part))),
    0,
  );
}

/** Whether an operator compares with several values, which commas separate. */
export function takesSeveral(operator: string): boolean {
  return operator === 'in' || operator === 'nin';
}

export function isComplete({ field, operator, value }: Condition): boolean {
  return field !== '' && operator !== '' && value !== '';
}

function conditionForApi(condition: Condition): object | undefined {
  if (!isComplete(condition)) return undefined;
  const { field, operator, value } = condition;
  const values = takesSeveral(operator) ? value.split(',').map((one) => one.trim()) : value;
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
