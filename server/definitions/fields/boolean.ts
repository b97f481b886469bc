import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { flag } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import {
  type FieldOf,
  type FieldOptions,
  fieldChecks,
  type Kind,
  type Localisable,
  toField,
} from '../field.ts';
import { Problem } from '../problem.ts';

type BooleanOptions = FieldOptions<boolean> & Localisable;

const OPTIONS: OptionTable<BooleanOptions> = {
  owner: 'boolean',
  checks: { ...fieldChecks, localised: flag },
};

/** True or false. */
export function boolean<const O extends BooleanOptions>(
  options?: Exact<O, BooleanOptions>,
): FieldOf<boolean, O> {
  return toField<boolean, O>(OPTIONS, options, kindOf);
}

function kindOf(): Kind<boolean> {
  return {
    kind: 'boolean',
    column: { type: 'boolean' },
    schema: Type.Boolean(),
    clean: (value) => (typeof value === 'boolean' ? value : new Problem(message('notABoolean'))),
  };
}
