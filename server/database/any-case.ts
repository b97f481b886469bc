/**
 * Engines disagree on which letters differ only in case. So patterns name every form of a letter, and all engines find the same
 * rows.
 */

/** A comparison of a column with a pattern: what stands before the pattern's slot, and behind it. */
export interface PatternSql {
  readonly before: string;
  readonly after: string;
  readonly pattern: string;
}

/** How an engine finds a text in any letter case: what a column that contains it meets, all of them. */
export type AnyCase = (text: string) => readonly PatternSql[];

/**
 * For SQLite. `like` knows the two cases of ASCII letters, and takes a fifth of the time of GLOB, which has to name the forms of
 * all other letters. Where both are needed, GLOB only looks at what `like` leaves.
 */
export const likeAndGlob: AnyCase = (text) => {
  const glob = { before: 'glob ', after: '', pattern: globOf(text) };
  const characters = Array.from(text);
  const isExact = characters.every(isKnownToLike);
  if (!isExact && !characters.some(isKnownToLike)) return [glob];
  const parts = characters.map((character) => {
    if (!isKnownToLike(character)) return '_';
    return /[%_\\]/.test(character) ? `\\${character}` : character;
  });
  const like = { before: 'like ', after: " escape '\\'", pattern: `%${parts.join('')}%` };
  return isExact ? [like] : [like, glob];
};

/** Whether `like` takes for equal what is equal: a character without case, or an ASCII letter without further forms. */
function isKnownToLike(character: string): boolean {
  const forms = formsOf(character);
  return forms.length === 1 || (forms.length === 2 && /^[a-z]$/i.test(character));
}

/** GLOB has no escapes: special characters are put in brackets. */
function globOf(text: string): string {
  return `*${patternOf(text, /[*?[]/, (special) => `[${special}]`)}*`;
}

/** For regular expressions, in the syntax that POSIX, PCRE, ICU and RE2 share. */
export function regularExpression(operator: string): AnyCase {
  return (text) => [
    {
      before: `${operator} `,
      after: '',
      pattern: patternOf(text, /[\\^$.|?*+()[\]{}]/, (special) => `\\${special}`),
    },
  ];
}

function patternOf(text: string, special: RegExp, escaped: (character: string) => string): string {
  const parts = Array.from(text, (character) => {
    const forms = formsOf(character);
    if (forms.length > 1) return `[${forms.join('')}]`;
    return special.test(character) ? escaped(character) : character;
  });
  return parts.join('');
}

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** A letter in each of its cases, such as `σςΣ`; any other character alone. */
export function formsOf(character: string): readonly string[] {
  known ??= allForms();
  return known.get(foldedCase(character)) ?? [character];
}

/** Where Unicode has letters with case; the rest is skipped to save time. */
const RANGES = [
  [0x41, 0x587],
  [0x10a0, 0x10ff],
  [0x13a0, 0x13fd],
  [0x1c80, 0x1fff],
  [0x2100, 0x218f],
  [0x24b0, 0x24ff],
  [0x2c00, 0x2d2d],
  [0xa640, 0xa7ff],
  [0xab30, 0xabbf],
  [0xff21, 0xff5a],
  [0x10400, 0x105bf],
  [0x10c80, 0x10d8f],
  [0x118a0, 0x118df],
  [0x16e40, 0x16edf],
  [0x1e900, 0x1e943],
] as const;

function allForms(): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const [first, last] of RANGES)
    for (let point = first; point <= last; point += 1) {
      const character = String.fromCodePoint(point);
      const folded = foldedCase(character);
      if (folded === character) continue;
      const others = forms.get(folded) ?? [folded];
      others.push(character);
      forms.set(folded, others);
    }
  return forms;
}

/** Unicode's simple case folding, by which regular expressions with the flags `iu` compare. */
function foldedCase(character: string): string {
  const lower = character.toLowerCase();
  if (lower !== character) return isOne(lower) ? lower : character;
  const upper = character.toUpperCase();
  if (upper === character || !isOne(upper)) return character;
  const folded = upper.toLowerCase();
  if (folded === character || !isOne(folded)) return character;
  return new RegExp(`^${character}$`, 'iu').test(folded) ? folded : character;
}

function isOne(text: string): boolean {
  return text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length;
}
