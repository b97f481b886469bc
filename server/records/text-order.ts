const LAST = 0x10ffff;
const SURROGATES = { first: 0xd800, after: 0xe000 };

/** The first text, by code points, behind all that start with this one; undefined where nothing can stand behind them. */
export function textAfter(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  const index = points.findLastIndex((point) => point !== LAST);
  if (index < 0) return undefined;
  const next = (points[index] ?? 0) + 1;
  const raised = next === SURROGATES.first ? SURROGATES.after : next;
  return String.fromCodePoint(...points.slice(0, index), raised);
}
