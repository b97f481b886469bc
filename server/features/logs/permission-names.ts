import type { Permission } from '../../definitions/access-rule.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { render, type Text } from '../../messages/message.ts';

/**
 * Translates the stored name of a permission for a reader. A name that no permission has any more, or that
 * permissions with different translations share, stays as it is.
 */
export function permissionNames(
  declared: () => readonly Permission[],
): (stored: string, language: Language) => string {
  let texts: ReadonlyMap<string, Text> | undefined;
  return (stored, language) => {
    texts ??= textsByName(declared());
    return render(texts.get(stored) ?? stored, language);
  };
}

function textsByName(declared: readonly Permission[]): Map<string, Text> {
  const pairs = declared.flatMap(({ name }) =>
    LANGUAGES.map((language) => ({ name, stored: render(name, language) })),
  );
  const texts = new Map<string, Text>();
  for (const [stored, [first, ...others]] of Map.groupBy(pairs, (pair) => pair.stored))
    if (first && others.every(({ name }) => isSame(name, first.name))) texts.set(stored, first.name);
  return texts;
}

function isSame(one: Text, other: Text): boolean {
  return LANGUAGES.every((language) => render(one, language) === render(other, language));
}
