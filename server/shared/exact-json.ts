// JSON without rounding, for the server, its clients and the console: it uses nothing that a browser lacks.

/** A JSON number whose digits a double would round: kept, and written again, to the letter. */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }

  toJSON(): unknown {
    return platform.rawJSON?.(this.source) ?? this;
  }
}

/** ECMAScript's JSON.parse source text access proposal, stage 4: not in the compiler's library, nor in every browser. */
const platform: typeof JSON & { rawJSON?(text: string): unknown } = JSON;

/** JSON with every number exact: a bigint or an ExactNumber is written as the bare number that it is. */
export function toJson(value: unknown, { indent }: { readonly indent?: number } = {}): string {
  if (!mayHoldExact(value)) return JSON.stringify(value, undefined, indent); // a replacer takes four times as long
  const { rawJSON } = platform;
  if (rawJSON)
    return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? rawJSON(String(one)) : one), indent);
  const mark = newMark();
  const bare = (one: unknown) =>
    typeof one === 'bigint' || one instanceof ExactNumber ? `${mark}${one}` : one;
  const text = JSON.stringify(value, (_, one) => bare(one), indent);
  return text.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** Whether a value holds a bigint, or something that says itself how it is written, which may hold one. */
function mayHoldExact(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  if ('toJSON' in value) return true;
  return (Array.isArray(value) ? value : Object.values(value)).some(mayHoldExact);
}

/** Only such numbers can lose digits as doubles; texts without them are read at full speed. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE]/;

export interface Reader {
  /** What parses the text; JSON.parse by default. */
  readonly parse?: (text: string) => unknown;
  /** How many numbers may be ones that a double cannot represent; any number by default. */
  readonly most?: number;
  /** What stands for such a number; an ExactNumber by default. */
  readonly exact?: (source: string) => unknown;
}

/**
 * Reads JSON without rounding a number. Throws SyntaxError, and RangeError for more than `most` exact numbers. They become
 * texts with a random prefix before the text is parsed, a new one for each call, so that no client can forge it: a reviver
 * would be called for every value.
 */
export function readJson(
  text: string,
  { parse = JSON.parse, most, exact = exactNumber }: Reader = {},
): unknown {
  if (!LONG_NUMBER.test(text)) return parse(text);
  const mark = newMark();
  return unmarked(parse(marked(text, mark, most)), mark, exact);
}

/** Reads JSON as clients take it: whole numbers that a double would round are bigints. */
export function fromText(text: string): unknown {
  return readJson(text, { exact: (source) => (WHOLE.test(source) ? BigInt(source) : exactNumber(source)) });
}

function exactNumber(source: string): ExactNumber {
  return new ExactNumber(source);
}

function newMark(): string {
  return `${crypto.getRandomValues(new Uint32Array(4)).join('-')}:`;
}

const TEXT_OR_LONG_NUMBER = /"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?|-?\d[\d.]*[eE][+-]?\d+/g;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WHOLE = /^-?\d+$/;

/** JSON with each number that a double cannot represent as a marked text. */
function marked(text: string, mark: string, most = Number.POSITIVE_INFINITY): string {
  const pieces: string[] = [];
  const tokens = new RegExp(TEXT_OR_LONG_NUMBER);
  let copied = 0;
  let count = 0;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token] = found;
    const end = tokens.lastIndex;
    if (token === '"') {
      tokens.lastIndex = endOfText(text, found.index);
    } else if (NUMBER.test(token) && !isExact(Number(token), token) && !isName(text, end)) {
      count += 1;
      if (count > most) throw new RangeError('too many exact numbers');
      pieces.push(text.slice(copied, found.index), `"${mark}${token}"`);
      copied = end;
    }
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}

/** Whether a name was expected where this number stands. Left as it is, it fails to parse; marked, it would pass as a name. */
function isName(text: string, end: number): boolean {
  let index = end;
  while (' \t\n\r'.includes(text.charAt(index)) && index < text.length) index += 1;
  return text.charAt(index) === ':';
}

/** Where the text that begins here has ended; the length of the JSON if it does not end. */
export function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

const BACKSLASH = 0x5c;

/** The value with exact numbers in place of marked texts. */
function unmarked(value: unknown, mark: string, exact: (source: string) => unknown): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? exact(value.slice(mark.length)) : value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = unmarked(value[index], mark, exact);
  } else if (typeof value === 'object' && value !== null) {
    const inside = value as Record<string, unknown>;
    for (const name of Object.keys(inside)) inside[name] = unmarked(inside[name], mark, exact);
  }
  return value;
}

/**
 * Doubles hold every whole number up to 2^53, and any 15 digits between their extremes (IEEE 754). Beyond 2^53 one may
 * be written like the number that was meant and be another.
 */
function isExact(value: number, source: string): boolean {
  if (WHOLE.test(source)) return Number.isSafeInteger(value);
  if (String(value) === source) return true;
  const size = Math.abs(value);
  return source.length <= 15 && (size === 0 ? !/[1-9]/.test(source) : size > 1e-300 && size < 1e300);
}
