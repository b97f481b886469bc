import { hash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { Type } from '../../contract/json-schema.ts';
import { cleanText } from './clean-text.ts';
import { type Field, type FieldOptions, toField } from './field.ts';

interface SlugOptions extends Pick<FieldOptions<string>, 'indexed' | 'renamedFrom'> {
  /** The text field that it is made from when a row is made without one. */
  readonly from: string;
  /** The most characters that are kept, at least 20; 80 unless told. */
  readonly max?: number;
}

/** Words of small letters and digits, with single hyphens between. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NUMBERED = 100;
/** A hyphen and eight digits. */
const SUFFIX = 9;

/**
 * A row's unique name in addresses: as it was sent, or made from another field's text when the row is made, Chinese
 * written in pinyin. It stays when that text changes, for addresses should.
 */
export function slug({ from, max = 80, renamedFrom = [] }: SlugOptions): Field<string, false> {
  const { slugify } = createRequire(import.meta.url)('transliteration') as typeof import('transliteration');
  const field = toField<string, FieldOptions<string> & { required: true }>(
    {
      kind: 'slug',
      column: { type: 'string', length: max },
      widget: 'slug',
      schema: Type.String({ maxLength: max, pattern: SLUG.source }),
      clean: (value) => cleanText(value, { max, pattern: SLUG }),
      made: {
        from,
        candidates: (text) =>
          numbered(
            wordsOf(slugify(text.slice(0, 4 * max)).slice(0, max - SUFFIX)) || hash('sha1', text).slice(0, 8),
          ),
      },
    },
    { renamedFrom, required: true, unique: true },
  );
  return { ...field, required: false };
}

/** Empty where there is not a letter in it. */
function wordsOf(latin: string): string {
  return latin.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** The slug itself, numbered ones, and one that is surely free. Only the last is left to chance, so that equal rows get equal slugs. */
function numbered(word: string): string[] {
  const numbers = Array.from({ length: NUMBERED - 1 }, (_, index) => `${word}-${index + 2}`);
  return [word, ...numbers, `${word}-${randomBytes(4).toString('hex')}`];
}
