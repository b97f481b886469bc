import { Type } from '../../../../contract/json-schema.ts';
import { text } from '../../../definitions/fields/text.ts';
import { isLocaleName, type Locales } from '../../../definitions/locales.ts';
import { badParameters } from '../../../errors.ts';
import type { Json } from '../../../shared/json.ts';
import { message } from '../messages/message.ts';
import { libraryLine } from './library-line.ts';

/** By language. An empty text marks a picture that says nothing, as `alt=""` does in HTML. */
type AltTexts = Readonly<Record<string, string>>;

const MOST_LANGUAGES = 50;
const MOST_CHARACTERS = 500;
/** One line, as in HTML. */
const altText = text({ max: MOST_CHARACTERS });

/** The texts that a client sends; null removes the text of a language. */
export const altChanges = {
  ...Type.Map(Type.Nullable(Type.String({ maxLength: MOST_CHARACTERS }))),
  about: message('altChanges'),
};

/** The texts that a file's record holds. */
export function altTextsOf({ alt }: { readonly alt: Json }): AltTexts | null {
  if (typeof alt !== 'object' || alt === null || Array.isArray(alt)) return null;
  const texts = Object.entries(alt).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

/**
 * The texts after a change; languages that it does not name keep theirs. Throws for languages that content does not have, but a
 * text of a former language may be removed.
 */
export function changedAltTexts(
  before: AltTexts | null,
  changes: Readonly<Record<string, string | null>> | null,
  locales: Locales,
): AltTexts | null {
  if (changes === null) return null;
  const allowed = locales.map(({ name }) => name);
  const isKnown = (language: string) =>
    allowed.length > 0 ? allowed.includes(language) : isLocaleName(language);
  const strange = Object.keys(changes).find((name) => changes[name] !== null && !isKnown(name));
  if (strange !== undefined)
    throw badParameters({
      alt: allowed.length > 0 ? message('languagesExpected', { allowed }) : message('notALanguage'),
    });
  const lines = Object.entries(changes).map(([language, sent]) => [
    language,
    sent === null ? null : libraryLine(altText, `alt.${language}`, sent),
  ]);
  const texts = Object.entries<string | null>({ ...before, ...Object.fromEntries(lines) }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (texts.length > MOST_LANGUAGES)
    throw badParameters({ alt: message('tooManyItems', { max: MOST_LANGUAGES }) });
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}
