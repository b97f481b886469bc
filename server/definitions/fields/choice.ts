import { Type } from '../../../contract/json-schema.ts';
import type { Color } from '../../../contract/looks.ts';
import { message, type Text } from '../../messages/message.ts';
import { composed } from '../../shared/text/letters.ts';
import { suggestion } from '../../shared/text/words.ts';
import { anObject, flag, text } from '../checks/option-checks.ts';
import { type Exact, type OptionCheck, type OptionTable, shown } from '../checks/options.ts';
import { comparedText } from '../conversion/compared.ts';
import { type FieldOf, type FieldOptions, fieldChecks, type Localisable, toField } from '../field.ts';
import { color } from '../options/looks.ts';
import { Problem } from '../problem.ts';

interface ChoiceOptions<Word extends string> extends FieldOptions<Word>, Localisable {
  /** What people read for each word: `{ draft: { en: 'Draft', zh: '…' } }`. */
  readonly words?: Readonly<Partial<Record<Word, Text>>>;
  /** The colour of each word, such as `{ draft: 'gray', published: 'green' }`. */
  readonly colors?: Readonly<Partial<Record<Word, Color>>>;
  /** Former words and what they are called by now, `{ live: 'published' }`; `quire migrate` then renames them in records. */
  readonly renamedWords?: Readonly<Record<string, Word>>;
}

/** The most characters of one choice. */
const LONGEST = 60;

const OPTIONS: OptionTable<ChoiceOptions<string>> = {
  owner: 'choice',
  checks: { ...fieldChecks, localised: flag, words: anObject, colors: anObject, renamedWords: anObject },
};

/** One of a fixed set of words. A word can be added at any time, and removed when no record holds it. */
export function choice<
  const C extends readonly [string, ...string[]],
  const O extends ChoiceOptions<C[number]>,
>(choices: C, options?: Exact<O, ChoiceOptions<C[number]>>): FieldOf<C[number], O> {
  const known = new Set<unknown>(Array.isArray(choices) ? choices : []);
  const read = (value: unknown): C[number] | undefined =>
    known.has(value) ? (value as C[number]) : wordOf(choices, value);
  const problemOf = (value: unknown) =>
    read(value) === undefined ? message('notOneOf', { allowed: choices }) : undefined;
  const contradiction = ({ words = {}, colors = {}, renamedWords = {} }: ChoiceOptions<string>) =>
    problemOfChoices(choices) ??
    problemOfEach('words', choices, words, text) ??
    problemOfEach('colors', choices, colors, color) ??
    problemOfRenamed(choices, renamedWords);
  return toField<C[number], O>({ ...OPTIONS, contradiction }, options, ({ words, colors, renamedWords }) => ({
    kind: 'choice',
    column: { type: 'string', length: LONGEST },
    policy: 'choice',
    words: words as Readonly<Record<string, Text>> | undefined, // checked above: each word has its text
    ...(colors && { colors: colors as Readonly<Record<string, Color>> }), // checked above, like the words
    renamedWords,
    schema: Type.String({ enum: choices, ...(words && { about: aboutWords(words) }) }),
    clean: (value) => read(value) ?? new Problem(message('notOneOf', { allowed: choices })),
    compared: (text) => read(text) ?? comparedText(text),
    problemOfConstant: problemOf,
  }));
}

/** The word that a sent one is, as its author composed it. */
function wordOf<Word extends string>(words: readonly Word[], sent: unknown): Word | undefined {
  if (typeof sent !== 'string' || !Array.isArray(words)) return undefined;
  const same = composed(sent);
  return words.find((word) => composed(word) === same);
}

function problemOfChoices(choices: unknown): string | undefined {
  if (!Array.isArray(choices) || choices.length === 0)
    return `the choices must be a list of words, such as ['draft', 'live'], not ${shown(choices)}`;
  const odd = choices.find((one) => typeof one !== 'string' || one === '' || one.length > LONGEST);
  if (odd !== undefined) return `a choice must be a word of at most ${LONGEST} characters, not ${shown(odd)}`;
  const seen = new Set<unknown>();
  const twice = choices.find((one) => seen.size === seen.add(one).size);
  return twice === undefined ? undefined : `the choice '${twice}' is listed twice`;
}

/** What is wrong with an option that gives choices something each. */
function problemOfEach(
  option: string,
  choices: readonly string[],
  given: object,
  { accepts, allowed }: OptionCheck,
): string | undefined {
  for (const [word, value] of Object.entries(given)) {
    if (!choices.includes(word))
      return `'${option}' names '${word}', which is no choice${suggestion(word, choices)}`;
    if (!accepts(value)) return `the ${option} for '${word}' must be ${allowed}, not ${shown(value)}`;
  }
  return undefined;
}

function problemOfRenamed(
  choices: readonly string[],
  renamed: Readonly<Record<string, string>>,
): string | undefined {
  for (const [former, word] of Object.entries(renamed)) {
    if (choices.includes(former)) return `'renamedWords' names '${former}', which is still a choice`;
    if (!choices.includes(word))
      return `'renamedWords' leads '${former}' to '${word}', which is no choice${suggestion(word, choices)}`;
  }
  return undefined;
}

function aboutWords(words: Readonly<Partial<Record<string, Text>>>): Text {
  const pairs = Object.entries(words).map(([choice, word = choice]) =>
    message('choiceWord', { choice, word }),
  );
  return message('choiceWords', { words: pairs });
}
