/** Finds a query in a text of another script; returns undefined if it does not match. */
export type MatchReading = (text: string, words: string) => boolean;

const NOTHING = 0;

/** The score of a label for a query; 0 if any word is missing. Matches at the beginning score higher. */
export function fitOf(label: string, words: string, reading?: MatchReading): number {
  const text = label.toLowerCase();
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return 1;
  const fits = parts.map((part) => fitOfPart(text, part));
  if (!fits.includes(NOTHING)) return fits.reduce((sum, fit) => sum + fit, 0) / parts.length;
  return reading?.(label, parts.join('')) ? 1 : NOTHING;
}

function fitOfPart(text: string, part: string): number {
  const at = text.indexOf(part);
  if (at < 0) return NOTHING;
  if (at === 0) return text.length === part.length ? 5 : 4;
  return /[\s:：/·“"(-]/.test(text[at - 1] ?? '') ? 3 : 2;
}

const HAN = /\p{Script=Han}/u;

/** Whether a text has Chinese characters. */
export function hasHan(text: string): boolean {
  return HAN.test(text);
}
