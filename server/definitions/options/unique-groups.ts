import { fieldNames, needed, oneOf } from '../checks/option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable, problemsOfOptions } from '../checks/options.ts';
import type { Field } from '../field.ts';

/** Fields of which no two visible records hold the same values; `nulls: 'equal'` counts null as a value like any other. */
export type UniqueGroupSource<Name extends string> =
  | readonly Name[]
  | { readonly fields: readonly Name[]; readonly nulls?: 'equal' | 'distinct' };

type AnyGroup = UniqueGroupSource<string>;

/** Each field that may be null doubles the indexes of a group in which nulls are equal. */
const MOST_NULLABLE = 3;

export const uniqueGroups: OptionCheck = {
  allowed:
    "a list of groups of field names such as ['author', 'title'] or { fields: ['parent', 'slug'], nulls: 'equal' }",
  accepts: (value) =>
    Array.isArray(value) && value.every((group) => isPlainObject(group) || fieldNames.accepts(group)),
};

const GROUP: OptionTable<Exclude<AnyGroup, readonly string[]>> = {
  owner: 'a unique group',
  checks: { fields: needed(fieldNames), nulls: oneOf('equal', 'distinct') },
};

/** The names of a group's fields. */
export function fieldsOf(group: AnyGroup): readonly string[] {
  return 'fields' in group ? group.fields : group;
}

/** Whether null is a value like any other. */
export function countsNulls(group: AnyGroup): boolean {
  return 'fields' in group && group.nulls === 'equal';
}

/** All that is wrong with unique groups, in sentences. */
export function problemsOfGroups(
  groups: readonly AnyGroup[],
  fields: Readonly<Record<string, Field>>,
): string[] {
  return groups.flatMap((group) => {
    if (!isPlainObject(group)) return [];
    const problems = problemsOfOptions(GROUP, group);
    if (problems.length > 0) return problems.map((problem) => `unique: ${problem}`);
    const names = fieldsOf(group);
    const nullable = countsNulls(group) ? names.filter((name) => fields[name]?.nullable) : [];
    return nullable.length <= MOST_NULLABLE
      ? []
      : [`unique: at most ${MOST_NULLABLE} fields of ${names.join()} may be null where nulls are equal`];
  });
}
