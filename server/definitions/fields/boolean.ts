import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { type FieldOf, type FieldOptions, fieldChecks, type Kind, toField } from '../field.ts';
import { Problem } from '../problem.ts';

const OPTIONS: OptionTable<FieldOptions<boolean>> = { owner: 'boolean', checks: fieldChecks };

/** True or false. */
export function boolean<const O extends FieldOptions<boolean>>(
  options?: Exact<O, FieldOptions<boolean>>,
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
