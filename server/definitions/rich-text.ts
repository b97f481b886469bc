import { Type } from '../../contract/json-schema.ts';
import { makeCleanHtml } from './clean-html.ts';
import { makeCleanMarkdown } from './clean-markdown.ts';
import { cleanText } from './clean-text.ts';
import { type FieldOf, type Searchable, toField, type UnindexedOptions } from './field.ts';

interface RichTextOptions extends UnindexedOptions<string>, Searchable {
  /** What it is written in; HTML unless told. */
  readonly format?: 'html' | 'markdown';
  /** The most characters (code points); 50000 unless told. */
  readonly max?: number;
}

/**
 * Text with structure, safe to show: HTML loses what could harm its reader, Markdown that could is refused.
 * It cannot be indexed.
 */
export function richText<const O extends RichTextOptions>(options: O = {} as O): FieldOf<string, O> {
  const { format = 'html', max = 50_000 } = options;
  const limits = { min: options.required ? 1 : 0, max };
  const makeSafe = format === 'html' ? makeCleanHtml() : makeCleanMarkdown();
  return toField<string, O>(
    {
      kind: 'rich-text',
      column: { type: 'text' },
      widget: format,
      schema: Type.String({ maxLength: max, contentMediaType: `text/${format}` }),
      clean(value) {
        const text = cleanText(value, limits);
        const safe = typeof text === 'string' ? makeSafe(text) : text;
        return typeof safe === 'string' ? cleanText(safe, limits) : safe;
      },
    },
    options,
  );
}
