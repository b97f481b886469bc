import type { Failure } from '../../errors.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { hyphenated, needed, wholeNumber } from '../checks/option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable, shown } from '../checks/options.ts';
import { requireSound } from './defined.ts';

/** The declaration of a failure. */
export interface FailureSource {
  /** The HTTP status, 400 to 499; 401 is for callers whom the server does not know. */
  readonly status: number;
  /** The sentence that people read, in every language of the server. */
  readonly text: Readonly<Record<Language, string>>;
  /** The numeric code on the older bases; that of a refusal, 10064, if left out. */
  readonly code?: number;
}

/** How routes and hooks of a plug-in or a project may refuse a request: what `fail` throws. */
export interface OwnFailure extends Failure {
  readonly isOwn: true;
}

const CODE_OF_REFUSALS = 10064;

const status: OptionCheck = {
  allowed: 'a whole number from 400 to 499, but 401',
  accepts: (value) => wholeNumber(400, 499).accepts(value) && value !== 401,
};
const inAllLanguages: OptionCheck = {
  allowed: `a text in each language (${LANGUAGES.join(', ')})`,
  accepts: (value) =>
    isPlainObject(value) &&
    LANGUAGES.every((language) => typeof value[language] === 'string' && value[language].trim() !== ''),
};
const FAILURE: OptionTable<FailureSource> = {
  owner: 'a failure',
  checks: { status: needed(status), text: needed(inAllLanguages), code: wholeNumber(1, 99_999) },
};

/**
 * Describes failures by their keys, for `fail`. `owner` is the name of the plug-in, or of the project: programs read the type
 * `urn:quire:error:<owner>.<key>`. Throws if a description is wrong.
 */
export function defineFailures<Key extends string>(
  owner: string,
  declared: Readonly<Record<Key, FailureSource>>,
): Readonly<Record<Key, OwnFailure>> {
  requireSound('failures', { owner: 'failures', checks: { owner: needed(hyphenated) } }, { owner });
  const all = Object.entries<FailureSource>(declared).map(([key, source]) => {
    requireSound(`failure ${shown(`${owner}.${key}`)}`, FAILURE, source);
    const { text, code = CODE_OF_REFUSALS } = source;
    return [key, { key: `${owner}.${key}`, status: source.status, code, sentence: text, isOwn: true }];
  });
  return Object.fromEntries(all) as Record<Key, OwnFailure>; // one for each key
}
