/** Texts by language; null where there is none. An empty text marks a picture that only decorates. */
export type AltTexts = Readonly<Record<string, string | null>>;

type Kept = Readonly<Record<string, string>> | undefined;

/** The languages that a file can be described in: those of content and of its descriptions, or the reader's if there are none. */
export function altLanguages(alt: Kept, content: readonly string[], reader: string): string[] {
  const named = [...content, ...Object.keys(alt ?? {})];
  return [...new Set(named.length > 0 ? named : [reader])];
}

/** The languages of content in which a picture has no text. */
export function missingAlt(alt: Kept, content: readonly string[]): string[] {
  return content.filter((language) => alt?.[language] === undefined);
}

/** What of the texts has changed. */
export function altChanges(before: Kept, after: AltTexts): AltTexts {
  const changed = Object.entries(after).filter(([language, text]) => text !== (before?.[language] ?? null));
  return Object.fromEntries(changed);
}
