import { LANGUAGES } from '../../messages/languages.ts';
import { isMessage } from '../../messages/message.ts';
import { isCollation } from '../collation/collator.ts';
import { isPlainObject, type OptionCheck } from './options.ts';

export const anything: OptionCheck = { allowed: 'a value', accepts: () => true };

/** The language of an order. */
export const collation: OptionCheck = {
  allowed: "a language that Intl.Collator knows, such as 'de', 'zh' or 'en-u-kn', or 'und' for none",
  accepts: (value) => typeof value === 'string' && isCollation(value),
};

/** An option that is true or left out. */
export const flag: OptionCheck = { allowed: 'true, or left out', accepts: (value) => value === true };

export const bigInteger: OptionCheck = {
  allowed: 'a bigint such as 10n',
  accepts: (value) => typeof value === 'bigint',
};

export const pattern: OptionCheck = {
  allowed: `a regular expression such as /[a-z]+/, or { matches: /[a-z]+/, message: … } with text, or text by language (${LANGUAGES.join(', ')})`,
  accepts(value) {
    if (value instanceof RegExp) return true;
    if (!isPlainObject(value)) return false;
    const { matches, message, ...others } = value;
    return matches instanceof RegExp && isForPeople(message) && Object.keys(others).length === 0;
  },
};

/** The longest name of a collection or a field. */
export const MAX_NAME = 40;
const NAME = new RegExp(`^[a-z][a-z0-9_]{0,${MAX_NAME - 1}}$`);

/** The name of a collection or a field. */
export const name: OptionCheck = {
  allowed: 'snake_case, at most 40 characters',
  accepts: (value) => typeof value === 'string' && NAME.test(value),
};

/** The name of a module, and of the folder that it may have. */
export const hyphenated: OptionCheck = {
  allowed: 'lower-case words joined by hyphens',
  accepts: (value) => typeof value === 'string' && /^[a-z]+(-[a-z]+)*$/.test(value),
};

/** A part of the console: one of the project, or one that an isolated plug-in describes. */
export const namedPart: OptionCheck = {
  allowed: `${hyphenated.allowed}, or the name of a plug-in and of its part, such as 'word-count:length'`,
  accepts: (value) => {
    const [part, described] = String(value).split(/:(.*)/s);
    return (
      typeof value === 'string' &&
      hyphenated.accepts(part) &&
      (described === undefined || name.accepts(described))
    );
  },
};

/** Earlier names. */
export const names: OptionCheck = {
  allowed: 'what it is renamed from, one name or a list: snake_case, at most 40 characters',
  accepts: (value) => [value].flat().every(name.accepts),
};

export const text: OptionCheck = {
  allowed: `text, or text by language (${LANGUAGES.join(', ')})`,
  accepts: isForPeople,
};

/** A text with at most `most` characters in each language. */
export function textWithin(most: number): OptionCheck {
  const fits = (words: unknown) => Array.from(String(words)).length <= most;
  return {
    allowed: `${text.allowed}, of at most ${most} characters`,
    accepts: (value) =>
      isForPeople(value) && (isPlainObject(value) ? Object.values(value) : [value]).every(fits),
  };
}

function isForPeople(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (isMessage(value)) return true;
  if (!isPlainObject(value)) return false;
  const entries = Object.entries(value).filter(([name]) => name !== 'code'); // what `defineMessages` gives a text
  const languages: readonly string[] = LANGUAGES;
  return (
    entries.length > 0 &&
    entries.every(([language, words]) => languages.includes(language) && typeof words === 'string')
  );
}

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): OptionCheck {
  return {
    allowed:
      max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`,
    accepts: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  };
}

export function oneOf(...words: readonly string[]): OptionCheck {
  return {
    allowed: words.map((word) => `'${word}'`).join(' or '),
    accepts: (value) => typeof value === 'string' && words.includes(value),
  };
}

/** Some fields of a collection. */
export const fieldNames: OptionCheck = {
  allowed: "a list of field names, such as ['title', 'status']",
  accepts: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
};

/** A list of lists of names, such as indexes. */
export const groupsOfNames: OptionCheck = {
  allowed: "a list of groups of field names, such as [['author', 'title']]",
  accepts: (value) => Array.isArray(value) && value.every(fieldNames.accepts),
};

export const anObject: OptionCheck = { allowed: 'an object', accepts: isPlainObject };

export const aFunction: OptionCheck = {
  allowed: 'a function',
  accepts: (value) => typeof value === 'function',
};

export function needed(check: OptionCheck): OptionCheck {
  return { ...check, isNeeded: true };
}

/** The contradiction of `min` and `max`, as a sentence. */
export function minAboveMax<N extends number | bigint | string>(options: {
  readonly min?: N;
  readonly max?: N;
}): string | undefined {
  const { min, max } = options;
  return min !== undefined && max !== undefined && min > max ? `'min' must not be above 'max'` : undefined;
}

/** The contradiction of `onDelete` and `required`, as a sentence. */
export function detachedAndRequired(options: {
  readonly onDelete?: string;
  readonly required?: boolean;
}): string | undefined {
  const isBoth = options.onDelete === 'detach' && options.required === true;
  return isBoth ? "'required' excludes onDelete: 'detach', which would leave it empty" : undefined;
}

export const mediaTypes: OptionCheck = {
  allowed: 'a list of types such as image/png or image/*',
  accepts: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((type) => typeof type === 'string' && /^[a-z]+\/(\*|[\w.+-]+)$/.test(type)),
};

/** A list of texts, none of them empty. */
export const words: OptionCheck = {
  allowed: 'a list of texts',
  accepts: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string' && one.trim() !== ''),
};

/** Records by the names of their fields. */
export const records: OptionCheck = {
  allowed: 'a list of objects, one for each record',
  accepts: (value) => Array.isArray(value) && value.every(isPlainObject),
};
