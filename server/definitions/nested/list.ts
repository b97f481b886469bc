import { Type } from '../../../contract/json-schema.ts';
import { flag, minAboveMax, wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { type CompositeOptions, compositeChecks } from '../composite-options.ts';
import { type Field, toField } from '../field.ts';
import type { ValueOf } from '../types/input-of.ts';
import { cleanList, nestedKind, problemsOfMember } from './members.ts';

export interface ListOptions extends CompositeOptions {
  /** At least one element must be sent. */
  readonly required?: true;
  /** The fewest elements, of a list that is required; 1 by default. */
  readonly min?: number;
  /** The most elements: 100 by default, at most 1000. */
  readonly max?: number;
}

/** The checks of the options that lists and blocks share. */
export const listChecks: OptionTable<ListOptions>['checks'] = {
  ...compositeChecks,
  required: flag,
  min: wholeNumber(1, 1000),
  max: wholeNumber(1, 1000),
};

/** The least and greatest number of elements that options set. */
export function boundsOf({ required, min = required ? 1 : 0, max = 100 }: ListOptions) {
  return { min, max };
}

/** What contradicts itself in the options of a list. */
export function problemOfBounds(options: ListOptions): string | undefined {
  if (options.min !== undefined && !options.required)
    return "'min' needs 'required': a record without any elements would break it";
  return minAboveMax(boundsOf(options));
}

/** Any number of values of one field, or of groups of fields, in their order. Empty by default, never null. */
export function list<const F extends Field, const O extends ListOptions>(
  items: F,
  options?: Exact<O, ListOptions>,
): ListField<NonNullable<ValueOf<F>>, O> {
  const contradiction = (given: ListOptions) => problemsOfItems(items, given)[0] ?? problemOfBounds(given);
  return toField<readonly unknown[], O>(
    { owner: 'list', checks: listChecks, contradiction },
    options,
    (given) => {
      const { min, max } = boundsOf(given);
      const array = { maxItems: max, ...(min > 0 && { minItems: min }) };
      return nestedKind<readonly unknown[]>({
        kind: 'list',
        column: { type: 'json', nested: { list: items.column } },
        nested: { form: 'list', items },
        fixed: { nullable: false, ...(!given.required && { initial: [] }) },
        schema: Type.Array(withoutNull(items.input), array),
        output: Type.Array(withoutNull(items.output)),
        clean: (value) => cleanList(value, { min, max }, (one) => items.clean(one)),
      });
    },
  ) as ListField<NonNullable<ValueOf<F>>, O>;
}

/** A list of one kind of values. */
export type ListField<Value, O> = Field<readonly Value[], O extends { required: true } ? true : false>;

function problemsOfItems(items: Field, { required }: ListOptions): string[] {
  const problems = problemsOfMember(items);
  if (problems.length > 0) return problems;
  if (required && items.target !== undefined && items.onDelete === 'detach')
    return ["'required' excludes elements with onDelete: 'detach', which would leave it empty"];
  if (items.required) return ['its elements are never null, so they need no required'];
  return items.initial !== null && items.nested === undefined && items.column.type !== 'ids'
    ? ['its elements have no default']
    : [];
}

/** Elements are never null. */
function withoutNull({ nullable: _, ...schema }: Field['input']): Field['input'] {
  return schema.enum ? { ...schema, enum: schema.enum.filter((one) => one !== null) } : schema;
}
