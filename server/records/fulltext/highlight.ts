import type { Raw } from '../../database/engine.ts';
import type { Definition, Field } from '../../definitions/for-server.ts';
import { plainTextOf } from './plain-text.ts';
import type { SoughtWord } from './tiers.ts';
import { wordsOf } from './words.ts';

/** A part of a text; `found` marks a match. It is plain text: escape it before showing it in HTML. */
export interface Part {
  readonly text: string;
  readonly found?: true;
}

/** The fields of a record in which words were found. */
export type Highlights = Readonly<Record<string, readonly Part[]>>;

/** Fields that were searched, and the words. */
export interface Highlighted {
  readonly fields: readonly string[];
  readonly wanted: readonly SoughtWord[];
}

/** Where records hold the words of a search. Yields between steps. */
export function* highlightsOfRecords(
  definition: Definition,
  search: Highlighted,
  records: readonly Raw[],
): Generator<undefined, Highlights[]> {
  const all: Highlights[] = [];
  for (const record of records) all.push(yield* highlightsOf(definition, search, record));
  return all;
}

/** Where a record holds the words of a search, within the fields that were searched. */
export function* highlightsOf(
  { fields }: Definition,
  search: Highlighted,
  record: Raw,
): Generator<undefined, Highlights> {
  const found = new Map<string, readonly Part[]>();
  for (const name of search.fields) {
    const field = fields[name];
    const shown = field?.translates ?? name;
    const parts = field && !found.has(shown) ? yield* highlightOf(field, record[name], search.wanted) : [];
    if (parts.length > 0) found.set(shown, parts);
  }
  return Object.fromEntries(found);
}

/** A longer text is cut to the surroundings of its first matches. */
const SHORT = 300;
const BEFORE = 60;
const LONGEST = 240;
/** How much of a text is searched for matches. */
const MOST_CHARACTERS = 200_000;
/** How many words are compared in one step. */
const STEP = 100;

/** The parts of a value around the matches; undefined without any. */
function* highlightOf(
  field: Pick<Field, 'format'>,
  value: unknown,
  wanted: readonly SoughtWord[],
): Generator<undefined, Part[]> {
  const text = plainTextOf(field, value).slice(0, MOST_CHARACTERS);
  const found = yield* findsIn(text, wanted);
  const [first] = found;
  if (!first) return [];
  const [from, to] = text.length <= SHORT ? [0, text.length] : windowAround(text, first.start);
  const parts: Part[] = [];
  const add = (start: number, end: number, isFound = false) => {
    if (end > start) parts.push({ text: text.slice(start, end), ...(isFound && { found: true as const }) });
  };
  let at = from;
  if (from > 0) parts.push({ text: '…' });
  for (const { start, end } of found.filter((one) => one.end <= to)) {
    add(at, start);
    add(start, end, true);
    at = end;
  }
  add(at, to);
  if (to < text.length) parts.push({ text: '…' });
  return parts;
}

interface Find {
  readonly start: number;
  readonly end: number;
}

/** The ranges of the matches; those that touch or overlap are merged. */
function* findsIn(text: string, wanted: readonly SoughtWord[]): Generator<undefined, Find[]> {
  const whole = new Set(wanted.map((word) => word.text));
  const begun = wanted.filter(({ mayBePrefix }) => mayBePrefix).map((word) => word.text);
  const finds: Find[] = [];
  let read = 0;
  for (const { text: word, start, end, form } of wordsOf(text)) {
    if (++read % STEP === 0) yield;
    if (!whole.has(word) && !begun.some((beginning) => word.startsWith(beginning))) continue;
    const isSign = form === 'pair' && !whole.has(word);
    const stop = isSign ? start + ([...text.slice(start, end)][0]?.length ?? 0) : end;
    const last = finds.at(-1);
    if (last && start <= last.end)
      finds[finds.length - 1] = { start: last.start, end: Math.max(stop, last.end) };
    else finds.push({ start, end: stop });
  }
  return finds;
}

/** A window that begins and ends at spaces where some are near, and never within a character. */
function windowAround(text: string, start: number): [number, number] {
  const begin = Math.max(0, start - BEFORE);
  const space = text.slice(begin, start).search(/\s/);
  const from = begin === 0 || space < 0 ? begin : begin + space + 1;
  const most = Math.min(text.length, from + LONGEST);
  const last = most === text.length ? -1 : text.slice(most - BEFORE, most).search(/\s\S*$/);
  return [outsideOfPairs(text, from), outsideOfPairs(text, last < 0 ? most : most - BEFORE + last)];
}

function outsideOfPairs(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place - 1 : place;
}
