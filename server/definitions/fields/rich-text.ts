import { Type } from '../../../contract/json-schema.ts';
import {
  type FieldOf,
  type Kind,
  type Searchable,
  toField,
  type UnindexedOptions,
  unindexedChecks,
} from '../field.ts';
import { flag, oneOf, wholeNumber } from '../option-checks.ts';
import type { Exact, OptionTable } from '../options.ts';
import { tooMuchMarkup } from './bounded-markup.ts';
import { makeCleanHtml } from './clean-html.ts';
import { makeCleanMarkdown } from './clean-markdown.ts';
import { cleanText } from './clean-text.ts';

interface RichTextOptions extends UnindexedOptions<string>, Searchable {
  /** The markup language; HTML by default. */
  readonly format?: 'html' | 'markdown';
  /** The most characters (code points); 50000 by default. */
  readonly max?: number;
}

const OPTIONS: OptionTable<RichTextOptions> = {
  owner: 'richText',
  checks: { ...unindexedChecks, searchable: flag, format: oneOf('html', 'markdown'), max: wholeNumber(1) },
};

/** To be raised with each change after which `clean` refuses or changes more: stored values then pass it again. */
const POLICIES = { html: 'html 1', markdown: 'markdown 2' } as const;

/**
 * Text with structure, safe to show: HTML loses what could harm its reader, Markdown that could is refused.
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
  const makeSafe = format === 'html' ? makeCleanHtml() : makeCleanMarkdown();
  return {
    kind: 'rich-text',
    column: { type: 'text' },
    policy: POLICIES[format],
    widget: format,
    schema: Type.String({ maxLength: max, contentMediaType: `text/${format}` }),
    clean(value) {
      const text = cleanText(value, limits);
      const safe = typeof text === 'string' ? (tooMuchMarkup(text, format) ?? makeSafe(text)) : text;
      return typeof safe === 'string' ? cleanText(safe, limits) : safe;
    },
  };
}
