import type { Language } from '../messages/languages.ts';
import { render, type Text } from '../messages/message.ts';

/** The keywords of schemas that hold a Text, and the keywords that they become in one language. */
const WORDS: Readonly<Record<string, string>> = {
  about: 'description',
  heading: 'title',
  summary: 'summary',
};

/** Routes or schemas with their texts in one language: `about` becomes a description, `heading` a title. */
export function inWords<T>(described: T, language: Language): T {
  return translated(described, language) as T;
}

function translated(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => translated(one, language));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([keyword, inner]) => {
    if (keyword === 'properties') return [keyword, propertiesOf(inner, language)];
    if (keyword === 'tags') return [keyword, (inner as Text[]).map((tag) => render(tag, language))];
    const word = WORDS[keyword];
    return word === undefined ? [keyword, translated(inner, language)] : [word, render(inner, language)];
  });
  return Object.fromEntries(entries);
}

/** Names of properties are data, not keywords. */
function propertiesOf(properties: object, language: Language): object {
  const entries = Object.entries(properties).map(([name, schema]) => [name, translated(schema, language)]);
  return Object.fromEntries(entries);
}
