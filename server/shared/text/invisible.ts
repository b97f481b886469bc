/** Scripts whose letters keep their form beside a joiner, so that none is ever needed there. */
const UNJOINED = [
  ...[
    'Latin',
    'Greek',
    'Cyrillic',
    'Armenian',
    'Georgian',
    'Hebrew',
    'Han',
    'Hiragana',
    'Katakana',
    'Hangul',
  ],
  ...['Bopomofo', 'Common', 'Inherited'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const JOINED = `[[\\p{L}\\p{M}]--[${UNJOINED}]]`;
const AFTER_JOINED = `(?<=${JOINED}[\\p{M}&&\\p{Script=Inherited}]{0,4})`;
/** Scripts that part words by marks without width, if at all. */
const UNSPACED =
  '[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\\p{Script=Tai_Le}\\p{Script=New_Tai_Lue}\\p{Script=Javanese}\\p{Script=Balinese}]';
const EMOJI = '\\p{Extended_Pictographic}';
/** What has variants that a selector chooses. */
const VARIED =
  '[[\\p{L}\\p{N}\\p{S}\\p{P}]--[\\p{ASCII}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]]';

/** Marks without a look of their own that change the look of what they stand beside. */
const MEANINGFUL = [
  `(?<=${EMOJI}[\\u{1f3fb}-\\u{1f3ff}]?\\ufe0f?)\\u200d(?=${EMOJI})`,
  `(?<=${VARIED})[\\ufe00-\\ufe0f\\u180b-\\u180d\\u180f\\u{e0100}-\\u{e01ef}]`,
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)', // keys
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]', // flags of regions
  `${AFTER_JOINED}\\u200d`,
  `${AFTER_JOINED}\\u200c(?=${JOINED})`,
  `(?<=${UNSPACED})\\u200b(?=${UNSPACED})`,
  '(?<=\\p{Script=Mongolian})\\u180e(?=\\p{Script=Mongolian})',
  '(?<=\\p{M})\\u034f(?=\\p{M})',
  '\\u115f(?=[\\u1160-\\u11a7])|(?<=[\\u1100-\\u115f])\\u1160', // syllables with a letter missing
  '(?<=[\\u2801-\\u28ff]\\u2800*)\\u2800(?=\\u2800*[\\u2801-\\u28ff])', // blanks between words in Braille
  '\\u{1d159}(?=\\p{M})', // notes of a stem alone
];
const DIRECTIONS = '[\\u061c\\u200e\\u200f\\u202a-\\u202c\\u2066-\\u2069]';
const HYPHEN = '(?<=\\p{L}\\p{M}*)\\u00ad(?=\\p{L})';

const ANY = /[\p{DI}\ufff9-\ufffb\u202a-\u202e\u2066-\u2069\u2800\u{1d159}]/v;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const removing = (...kept: readonly string[]) =>
  new RegExp(`(${[...MEANINGFUL, ...kept].join('|')})|${ANY.source}`, 'gv');
const MARKS = removing(HYPHEN);
const MARKS_OF_BOTH_DIRECTIONS = removing(HYPHEN, DIRECTIONS);
const HYPHENS = /\u00ad/g;

/** Whether a text holds characters without a look of their own. */
export function hasInvisible(text: string): boolean {
  return ANY.test(text);
}

/**
 * The text without the marks that nobody can see. Those that change what is seen stay: joiners in emoji and in words of scripts
 * that need them, variation selectors, directions in texts written from right to left, and hyphens for the ends of lines.
 */
export function withoutInvisible(text: string): string {
  if (!ANY.test(text)) return text;
  return text.replace(RIGHT_TO_LEFT.test(text) ? MARKS_OF_BOTH_DIRECTIONS : MARKS, '$1');
}

/** The text without hyphens that show only at the ends of lines. */
export function withoutSoftHyphens(text: string): string {
  return text.replace(HYPHENS, '');
}
