import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { detachedAndRequired, flag, oneOf, wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { type CompositeOptions, compositeChecks } from '../composite-options.ts';
import { type Field, type Kind, toField } from '../field.ts';
import { Problem } from '../problem.ts';
import type { TargetName } from '../types/collections-api.ts';
import { INT64, toId } from './bigint.ts';
import { problemOfTarget } from './reference.ts';

interface ReferencesOptions extends CompositeOptions {
  /** At least one must be sent. */
  readonly required?: true;
  /** The most ids: 100 by default, at most 1000. */
  readonly max?: number;
  /** What deleting a referenced record does: by default it is refused; `detach` takes its id out of the list. */
  readonly onDelete?: 'refuse' | 'detach';
}

const OPTIONS: OptionTable<ReferencesOptions> = {
  owner: 'references',
  checks: {
    ...compositeChecks,
    required: flag,
    max: wholeNumber(1, 1000),
    onDelete: oneOf('refuse', 'detach'),
  },
};

/** An ordered list of references to records of another collection, none twice. Empty by default, never null. */
export function references<const O extends ReferencesOptions>(
  target: TargetName,
  options?: Exact<O, ReferencesOptions>,
): Field<readonly bigint[], O extends { required: true } ? true : false> {
  const contradiction = (given: ReferencesOptions) => problemOfTarget(target) ?? detachedAndRequired(given);
  const field = toField<readonly bigint[], O>({ ...OPTIONS, contradiction }, options, (given) =>
    kindOf(target, given),
  );
  return field as Field<readonly bigint[], O extends { required: true } ? true : false>;
}

function kindOf(
  target: string,
  { required, max = 100, onDelete = 'refuse' }: ReferencesOptions,
): Kind<readonly bigint[]> {
  return {
    kind: 'references',
    column: { type: 'ids' },
    fixed: { nullable: false, ...(!required && { initial: [] }) },
    target,
    onDelete,
    schema: Type.Array(INT64, { maxItems: max, uniqueItems: true, ...(required && { minItems: 1 }) }),
    output: Type.Array(INT64),
    clean: (value) => cleanIds(value, { min: required ? 1 : 0, max }),
  };
}

/** A sent list of ids, or its problem. */
export function cleanIds(
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
): bigint[] | Problem {
  if (!Array.isArray(value)) return new Problem(message('notAnIdList'));
  if (value.length < min || value.length > max) return new Problem(message('wrongNumberOfIds', { min, max }));
  const ids = value.map(toId).filter((id) => id !== undefined);
  if (ids.length < value.length) return new Problem(message('notAllIds'));
  return new Set(ids).size < ids.length ? new Problem(message('repeatedIds')) : ids;
}
