import { Type } from '../../../contract/json-schema.ts';
import { MAX_BODY_BYTES } from '../../../contract/limits.ts';
import { flag, wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import {
  type FieldOf,
  type Kind,
  type Localisable,
  type Searchable,
  toField,
  type UnindexedOptions,
  unindexedChecks,
} from '../field.ts';
import { cleanText } from './text.ts';

interface LongTextOptions extends UnindexedOptions<string>, Searchable, Localisable {
  /** The most characters (code points); by default, as many as fit into a request. */
  readonly max?: number;
}

const OPTIONS: OptionTable<LongTextOptions> = {
  owner: 'longText',
  checks: { ...unindexedChecks, searchable: flag, localised: flag, max: wholeNumber(1) },
};

/** Text of any length that fits into a request. It cannot be indexed. */
export function longText<const O extends LongTextOptions>(
  options?: Exact<O, LongTextOptions>,
): FieldOf<string, O> {
  return toField<string, O>(OPTIONS, options, kindOf);
}

function kindOf(options: LongTextOptions): Kind<string> {
  const { max = MAX_BODY_BYTES } = options;
  const min = options.required ? 1 : 0;
  return {
    kind: 'long-text',
    column: { type: 'text' },
    policy: 'text',
    schema: Type.String({ maxLength: max, ...(min && { minLength: min }) }),
    output: Type.String(),
    clean: (value) => cleanText(value, 'lines', { min, max }),
  };
}
