import { oneOfWords } from '../../shared/text/words.ts';

/** One setting: how its text becomes a value, and how it is explained to an operator. */
export interface Setting<Value> {
  /** The default as text; '' for none. */
  readonly initial: string;
  readonly meaning: string;
  readonly allowed: string;
  readonly fits: (text: string) => boolean;
  /** The value of a text that fits. */
  readonly read: (text: string) => Value;
}

interface Meaning {
  readonly meaning: string;
}

export const booleans = 'true or false';
export const isBoolean = (text: string) => text === 'true' || text === 'false';

/** A whole number. */
export function integer(
  options: Meaning & { readonly initial: number; readonly min: number; readonly max: number },
): Setting<number> {
  const { initial, min, max, meaning } = options;
  return {
    initial: String(initial),
    meaning,
    allowed: `${min} to ${max}`,
    fits: (text) => isInteger(text, min, max),
    read: Number,
  };
}

/** `true` or `false`. */
export function boolean({ initial, meaning }: Meaning & { readonly initial: boolean }): Setting<boolean> {
  return {
    initial: String(initial),
    meaning,
    allowed: booleans,
    fits: isBoolean,
    read: (text) => text === 'true',
  };
}

/** One of a few words. */
export function choice<const Word extends string>(
  words: readonly [Word, ...Word[]],
  { initial, meaning }: Meaning & { readonly initial: NoInfer<Word> },
): Setting<Word> {
  const find = (text: string) => words.find((word) => word === text);
  return {
    initial,
    meaning,
    allowed: oneOfWords(words),
    fits: (text) => find(text) !== undefined,
    read: (text) => find(text) ?? initial,
  };
}

interface Text extends Meaning {
  readonly initial?: string;
  readonly allowed: string;
  /** Without it, any text fits. */
  readonly fits?: (text: string) => boolean;
}

/** A text that always has a value. */
export function text(options: Text & { readonly initial: string }): Setting<string> {
  const { initial, meaning, allowed, fits = () => true } = options;
  return { initial, meaning, allowed, fits, read: (given) => given };
}

/** A required text. */
export function required({ meaning, allowed, fits = () => true }: Omit<Text, 'initial'>): Setting<string> {
  return {
    initial: '',
    meaning,
    allowed,
    fits: (given) => given !== '' && fits(given),
    read: (given) => given,
  };
}

/** A text that may be absent. */
export function optional({ initial = '', meaning, allowed, fits }: Text): Setting<string | undefined> {
  return {
    initial,
    meaning,
    allowed,
    fits: (given) => given === '' || (fits?.(given) ?? true),
    read: (given) => given || undefined,
  };
}

/** Comma-separated texts, each of which has to fit. */
export function texts(options: Text & { readonly initial: string }): Setting<readonly string[]> {
  const { initial, meaning, allowed, fits = () => true } = options;
  return {
    initial,
    meaning,
    allowed,
    fits: (given) => (given === '' ? initial === '' : given.split(',').every(fits)),
    read: (given) => given.split(',').filter(Boolean),
  };
}

/** Whole numbers separated by commas. */
export function integers(
  options: Text & {
    readonly initial: string;
    readonly min: number;
    readonly max: number;
    readonly most: number;
  },
): Setting<readonly number[]> {
  const { initial, meaning, allowed, min, max, most } = options;
  return {
    initial,
    meaning,
    allowed,
    fits: (given) =>
      given.split(',').length <= most && given.split(',').every((one) => isInteger(one, min, max)),
    read: (given) => given.split(',').map(Number),
  };
}

/** Up to all digits of a safe integer; zero has no sign. */
function isInteger(text: string, min: number, max: number): boolean {
  return /^(?:-(?!0+$))?\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max;
}
