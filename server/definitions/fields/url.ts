import { message } from '../../messages/message.ts';
import { flag, wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import {
  type FieldOf,
  type FieldOptions,
  fieldChecks,
  type Kind,
  type Localisable,
  toField,
} from '../field.ts';
import { displayOf } from '../options/looks.ts';
import { Problem } from '../problem.ts';
import { cleanText } from './text.ts';

interface UrlOptions extends FieldOptions<string>, Localisable {
  /** The most characters (code points); 2000 by default. */
  readonly max?: number;
  /** A link that opens the page in another tab. */
  readonly display?: 'link';
}

/** The URL parser drops spaces and control characters and repairs slashes; programs that show the value may not. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\\]+$/iu;

const OPTIONS: OptionTable<UrlOptions> = {
  owner: 'url',
  checks: { ...fieldChecks, localised: flag, max: wholeNumber(1, 16_000), display: displayOf('link') },
};

/** An absolute http or https URL. */
export function url<const O extends UrlOptions>(options?: Exact<O, UrlOptions>): FieldOf<string, O> {
  return toField<string, O>(OPTIONS, options, kindOf);
}

function kindOf({ max = 2000, display }: UrlOptions): Kind<string> {
  return {
    kind: 'url',
    column: { type: 'string', length: max },
    policy: 'url 1',
    ...(display && { display }),
    isLine: true,
    schema: { type: 'string', format: 'uri', maxLength: max },
    clean(value) {
      const address = cleanText(value, 'line', { max });
      if (typeof address !== 'string') return address;
      const isUrl = WEB_ADDRESS.test(address) && URL.canParse(address);
      return isUrl ? address : new Problem(message('notAWebAddress'));
    },
  };
}
