import { Type } from '../../contract/json-schema.ts';
import { cleanText } from './clean-text.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

interface UrlOptions extends FieldOptions<string> {
  /** The most characters (code points) that are kept; 2000 unless told. */
  readonly max?: number;
}

/** The parser of URLs drops spaces and controls and mends slashes; who shows the value might not. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\\]+$/iu;

/** A whole web address, of http or https alone: nothing that a page could run. */
export function url<const O extends UrlOptions>(options: O = {} as O): FieldOf<string, O> {
  const { max = 2000 } = options;
  return toField<string, O>(
    {
      kind: 'url',
      column: { type: 'string', length: max },
      widget: 'url',
      schema: Type.String({ format: 'uri', maxLength: max }),
      clean(value) {
        const address = cleanText(value, { max });
        if (typeof address !== 'string') return address;
        const isUrl = WEB_ADDRESS.test(address) && URL.canParse(address);
        return isUrl ? address : new Problem('必须是 http 或 https 网址');
      },
    },
    options,
  );
}
