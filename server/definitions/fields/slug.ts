import { hash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { Type } from '../../../contract/json-schema.ts';
import { MAX_INDEXED_CHARACTERS } from '../../../contract/limits.ts';
import { lazy } from '../../shared/lazy.ts';
import { flag, name, needed, wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import {
  type Field,
  type FieldOptions,
  fieldChecks,
  type Kind,
  type Localisable,
  toField,
} from '../field.ts';
import type { MadeField } from '../types/input-of.ts';
import { cleanText } from './text.ts';

interface SlugOptions
  extends Pick<FieldOptions<string>, 'label' | 'help' | 'width' | 'control' | 'cell' | 'renamedFrom'>,
    Localisable {
  /** The text field that it is made from if a new record has none. */
  readonly from: string;
  /** The most characters: 80 by default, at least 20. */
  readonly max?: number;
}

type MadeText<From extends string> = Field<string, false> & MadeField<From>;

/** Lower-case words and digits, separated by single hyphens. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NUMBERED = 100;
/** A hyphen and eight digits. */
const SUFFIX = 9;

const { label, help, width, control, cell, renamedFrom } = fieldChecks;
const OPTIONS: OptionTable<SlugOptions> = {
  owner: 'slug',
  checks: {
    label,
    help,
    width,
    control,
    cell,
    renamedFrom,
    localised: flag,
    from: needed(name),
    max: wholeNumber(20, MAX_INDEXED_CHARACTERS),
  },
};

/**
 * A record's unique name in addresses: as sent, or made from another field's text on creation, with Chinese
 * in pinyin. It does not follow later changes of that text, so that addresses stay valid.
 */
export function slug<const From extends string, const O extends SlugOptions>(
  options: Exact<O, SlugOptions> & { readonly from: From },
): MadeText<From> {
  const field: Field = toField<string, O>(OPTIONS, options, kindOf);
  return field as MadeText<From>; // its kind is made
}

/** Loaded by the first record without a slug, so that no start waits for its tables. */
const transliteration = lazy(
  () => createRequire(import.meta.url)('transliteration') as typeof import('transliteration'),
);

function kindOf({ from, max = 80 }: SlugOptions): Kind<string> {
  return {
    kind: 'slug',
    column: { type: 'string', length: max },
    policy: 'slug',
    isLine: true,
    fixed: { nullable: false, unique: true },
    schema: Type.String({ maxLength: max, pattern: SLUG.source }),
    clean: (value) => cleanText(value, 'line', { max, pattern: SLUG }),
    made: {
      from,
      candidates: (text) =>
        numbered(
          wordsOf(
            transliteration()
              .slugify(text.slice(0, 4 * max))
              .slice(0, max - SUFFIX),
          ) || hash('sha1', text).slice(0, 8),
        ),
    },
  };
}

/** Empty if there is no letter in it. */
function wordsOf(latin: string): string {
  return latin.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** The slug itself, numbered ones, and one that is certainly free. Only the last is random, so that equal data gets equal slugs. */
function* numbered(word: string): Generator<string> {
  yield word;
  for (let number = 2; number <= NUMBERED; number += 1) yield `${word}-${number}`;
  yield `${word}-${randomBytes(4).toString('hex')}`;
}
