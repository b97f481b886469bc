import { Type } from '../../../contract/json-schema.ts';
import { flag, oneOf, wholeNumber } from '../checks/option-checks.ts';
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
import { tooMuchMarkup } from './cleaning/bounded-markup.ts';
import { cleanHtml } from './cleaning/clean-html.ts';
import { makeCleanMarkdown } from './cleaning/clean-markdown.ts';
import { cleanText } from './text.ts';

interface RichTextOptions extends UnindexedOptions<string>, Searchable, Localisable {
  /** The markup language; HTML by default. */
  readonly format?: 'html' | 'markdown';
  /** The most characters (code points); 50000 by default. */
  readonly max?: number;
}

const OPTIONS: OptionTable<RichTextOptions> = {
  owner: 'richText',
  checks: {
    ...unindexedChecks,
    searchable: flag,
    localised: flag,
    format: oneOf('html', 'markdown'),
    max: wholeNumber(1),
  },
};

/** Increment it with each change that makes `clean` stricter: stored values then pass it again. */
const POLICIES = { html: 'html 1', markdown: 'markdown 6' } as const;

/**
 * Formatted text that is safe to show: harmful HTML is removed, harmful Markdown is refused.
 * It cannot be indexed.
 */
export function richText<const O extends RichTextOptions>(
  options?: Exact<O, RichTextOptions>,
): FieldOf<string, O> {
  return toField<string, O>(OPTIONS, options, kindOf);
}

function kindOf(options: RichTextOptions): Kind<string> {
  const { format = 'html', max = 50_000 } = options;
  const limits = { min: options.required ? 1 : 0, max };
  const makeSafe = format === 'html' ? cleanHtml : makeCleanMarkdown();
  return {
    kind: 'rich-text',
    column: { type: 'text' },
    policy: POLICIES[format],
    isSlow: true,
    format,
    schema: Type.String({ maxLength: max, contentMediaType: `text/${format}` }),
    clean(value) {
      const text = cleanText(value, 'markup', limits);
      const safe =
        typeof text === 'string' && text !== '' ? (tooMuchMarkup(text, format) ?? makeSafe(text)) : text; // a default that is empty loads no library
      return typeof safe === 'string' ? cleanText(safe, 'markup', limits) : safe;
    },
  };
}
