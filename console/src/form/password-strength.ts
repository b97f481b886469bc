/** How hard a password is to guess; what the server would refuse comes first. It alone knows the most common ones. */
export type Strength = 'short' | 'own' | 'weak' | 'fair' | 'strong';

const LEAST = 8;
const LEAST_OWN_REST = 4;
const SHORTEST_OWN_WORD = 3;

/** Tells the strength while somebody types, in the browser: no unfinished password is sent. */
export function strengthOf(password: string, own: readonly string[]): Strength {
  const characters = [...password];
  if (characters.length < LEAST) return 'short';
  if (isMadeOf(password, own)) return 'own';
  const different = new Set(characters).size;
  if (different < 5 || isRun(characters)) return 'weak';
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const bits = different * 2 + characters.length * 2 + kinds * 4;
  if (bits < 40) return 'weak';
  return bits < 60 ? 'fair' : 'strong';
}

function isMadeOf(password: string, own: readonly string[]): boolean {
  const folded = fold(password);
  const words = own
    .flatMap((one) => [one, ...one.split(/[@.+_-]/)])
    .map(fold)
    .filter((word) => word.length >= SHORTEST_OWN_WORD)
    .toSorted((one, other) => other.length - one.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), folded);
  return rest !== folded && [...rest.replace(/[^\p{L}]/gu, '')].length < LEAST_OWN_REST;
}

/** Whether each character follows the one before: 12345678, abcdefgh. */
function isRun(characters: readonly string[]): boolean {
  const codes = characters.map((one) => one.codePointAt(0) ?? 0);
  return codes.every((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) === 1);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
