import { CannotStart } from '../../errors.ts';
import { aFunction, needed } from '../checks/option-checks.ts';
import type { AnyOptionTable, OptionCheck } from '../checks/options.ts';
import { requireSound } from './defined.ts';
import * as kinds from './setting-kinds.ts';

const someText: OptionCheck = { allowed: 'a text', accepts: (value) => typeof value === 'string' };
const truth: OptionCheck = { allowed: 'true or false', accepts: (value) => typeof value === 'boolean' };
const wholeNumber: OptionCheck = { allowed: 'a whole number', accepts: Number.isSafeInteger };

const meaning = needed(someText);
const bounds = { min: needed(wholeNumber), max: needed(wholeNumber) };
const explained = { meaning, allowed: needed(someText), fits: aFunction };

type KindTable = Omit<AnyOptionTable, 'owner'>;

const OWNER = 'a setting of this kind';

interface Bounded {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

/** The options of a kind that takes nothing else, as it takes them. */
function checked<Kind extends (options: never) => unknown>(name: string, kind: Kind, table: KindTable): Kind {
  const check = (options: never) => {
    requireSound(`setting.${name}`, { ...table, owner: OWNER }, options);
    return kind(options);
  };
  return check as Kind; // it takes and returns what the kind does
}

const checkedChoice: typeof kinds.choice = (words, options) => {
  const isList = Array.isArray(words) && words.length > 0 && words.every((one) => typeof one === 'string');
  if (!isList) throw new CannotStart("setting.choice needs a list of words, such as ['EUR', 'CNY']");
  const initial: OptionCheck = {
    allowed: `one of the words: ${words.join(', ')}`,
    accepts: (value) => words.some((word) => word === value),
  };
  const checks = { initial: needed(initial), meaning };
  requireSound('setting.choice', { owner: OWNER, checks }, options);
  return kinds.choice(words, options);
};

/** The kinds of settings: `setting.integer({ initial: 10, min: 1, max: 100, meaning: '…' })`. */
export const setting = {
  boolean: checked('boolean', kinds.boolean, { checks: { initial: needed(truth), meaning } }),
  choice: checkedChoice,
  integer: checked('integer', kinds.integer, {
    checks: { initial: needed(wholeNumber), ...bounds, meaning },
    contradiction: (options) => {
      const { initial, min, max } = options as Bounded;
      return initial < min || initial > max
        ? `'initial' must be from ${min} to ${max}, as 'min' and 'max' say`
        : undefined;
    },
  }),
  integers: checked('integers', kinds.integers, {
    checks: { initial: needed(someText), ...explained, ...bounds, most: needed(wholeNumber) },
  }),
  optional: checked('optional', kinds.optional, { checks: { initial: someText, ...explained } }),
  required: checked('required', kinds.required, { checks: explained }),
  text: checked('text', kinds.text, { checks: { initial: needed(someText), ...explained } }),
  texts: checked('texts', kinds.texts, { checks: { initial: needed(someText), ...explained } }),
} as const;
