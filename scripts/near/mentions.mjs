// Where the sources, and the tests, mention a name.
import { globSync, readFileSync } from 'node:fs';
import { functionsOf } from './functions.mjs';

export const SOURCES = ['{contract,server}/**/*.ts', 'console/src/**/*.{ts,vue}'];
/** A name that more places mention says nothing about any of them. */
export const MOST_MENTIONS = 40;

/** Finds names in the sources as they are now. */
export function makeMentions() {
  const sources = SOURCES.flatMap((pattern) => globSync(pattern)).sort();
  const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]));
  const known = new Map();

  const functionsIn = (file) => {
    if (!known.has(file)) known.set(file, functionsOf(file, texts.get(file)));
    return known.get(file);
  };

  function mentionsIn(file, word) {
    const text = texts.get(file);
    if (!text.includes(word)) return [];
    return [...text.matchAll(asWord(word, 'g'))].map(({ index }) => {
      const inside = functionsIn(file)
        .filter(({ start, end }) => start <= index && index < end)
        .at(-1);
      return inside ? { file, name: inside.name } : { file, words: declaredAround(text, index) };
    });
  }

  /** The functions, and the names outside of functions, that use the first of these words that says anything; the last one in any case. */
  return (words, from) => {
    for (const word of words) {
      const all = sources.flatMap((file) => mentionsIn(file, word));
      const others = all.filter(({ file, words: own }) => file !== from || !own?.includes(word));
      if (others.length > 0 && (others.length <= MOST_MENTIONS || word === words.at(-1)))
        return others.slice(0, MOST_MENTIONS);
    }
    return [];
  };
}

export function hasWord(file, word) {
  return asWord(word).test(readFileSync(file, 'utf8'));
}

function asWord(word, flags) {
  return new RegExp(`(?<![\\w$-])${RegExp.escape(word)}(?![\\w$-])`, flags);
}

/** The name of the statement that begins before a place and is not indented. */
function declaredAround(text, index) {
  const before = text.slice(0, text.indexOf('\n', index) + 1 || text.length);
  const names = [...before.matchAll(/^(?:export )?(?:default )?(?:const|class|enum) (\w+)/gm)];
  const [, name] = names.at(-1) ?? [];
  return name ? [name] : [];
}
