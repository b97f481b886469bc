import {
  type Drawn,
  type DrawnButton,
  type DrawnCell,
  type DrawnTarget,
  MOST_DRAWN,
} from '../../../contract/drawn.ts';
import { COLORS, type Color } from '../../../contract/looks.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { ExactNumber } from '../../shared/exact-json.ts';
import { name as aName, anything, needed, oneOf } from '../checks/option-checks.ts';
import {
  type AnyOptionTable,
  isPlainObject,
  type OptionCheck,
  problemsOfOptions,
  shown,
} from '../checks/options.ts';
import { onOneLine, type ShownText, shownText } from './shown-text.ts';

type Values = Readonly<Record<string, unknown>>;

const { blocks, pieces, columns, label: MOST_LABEL, text: MOST_TEXT } = MOST_DRAWN;
const label = needed(shownText(MOST_LABEL));
const MOST_DIGITS = 40;

const number: OptionCheck = {
  allowed: `a number of at most ${MOST_DIGITS} digits`,
  accepts: (value) =>
    value instanceof ExactNumber
      ? value.source.length <= MOST_DIGITS && Number.isFinite(Number(value))
      : Number.isFinite(value),
};
const positive: OptionCheck = {
  allowed: 'a number above 0',
  accepts: (value) => Number.isFinite(value) && Number(value) > 0,
};
const to: OptionCheck = {
  allowed:
    'a page of the console: { "collection": "post", "id": 7 }, { "collection": "post" }, { "page": "report" }',
  accepts: isTarget,
};
const cells: OptionCheck = {
  allowed: 'a list of texts, numbers, links and badges',
  accepts: (value) => Array.isArray(value) && value.every(isCell),
};
const heads: OptionCheck = {
  allowed: `a list of at most ${columns} texts`,
  accepts: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= columns &&
    value.every(shownText(MOST_LABEL).accepts),
};
const rows: OptionCheck = {
  allowed: 'a list of rows, each a list of texts, numbers, links and badges',
  accepts: (value) => Array.isArray(value) && value.every(cells.accepts),
};

const kind = anything; // it has chosen the table
const badge: AnyOptionTable = {
  owner: 'a badge',
  checks: { kind, text: label, color: oneOf(...COLORS) },
};
const link: AnyOptionTable = { owner: 'a link', checks: { kind, label, to: needed(to) } };

/** The things that a part shows, by their kinds. */
const TABLES: Readonly<Record<Drawn['kind'], AnyOptionTable>> = {
  text: { owner: 'a text', checks: { kind, text: needed(shownText(MOST_TEXT)) } },
  number: { owner: 'a number', checks: { kind, label, value: needed(number) } },
  progress: { owner: 'a progress', checks: { kind, label, value: needed(number), max: needed(positive) } },
  list: { owner: 'a list', checks: { kind, label: shownText(MOST_LABEL), items: needed(cells) } },
  table: {
    owner: 'a table',
    checks: { kind, label, columns: needed(heads), rows: needed(rows) },
    contradiction: (table) => {
      const { columns: all, rows: lines } = table as Values & { columns: unknown[]; rows: unknown[][] }; // just checked
      return lines.some((one) => one.length !== all.length)
        ? `each of its rows must have ${all.length} cells, as many as it has columns`
        : undefined;
    },
  },
  badge,
  link,
  button: { owner: 'a button', checks: { kind, action: needed(aName) } },
};

/** What is wrong with what a part is to show, as a sentence; undefined if nothing is. */
export function problemOfDrawable(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > blocks)
    return `it must be a list of at most ${blocks} things to show, not ${shown(value)}`;
  for (const [place, one] of value.entries()) {
    const found = isPlainObject(one) ? tableOf(one.kind) : undefined;
    if (!found)
      return `number ${place + 1} must be an object whose 'kind' is one of ${Object.keys(TABLES).join(', ')}, not ${shown(one)}`;
    const [problem] = problemsOfOptions(found, one);
    if (problem !== undefined) return `number ${place + 1}: ${problem}`;
  }
  const size = value.reduce((sum: number, one: Values) => sum + piecesIn(one), 0);
  return size > pieces ? `it shows ${size} things; at most ${pieces} are shown at a time` : undefined;
}

/** What a part shows to a reader of this language. A button that is not found is left out: nobody could use it. */
export function drawnIn(
  language: Language,
  drawable: readonly unknown[],
  findButton: (action: string) => DrawnButton | undefined,
): Drawn[] {
  return (drawable as readonly Values[]).flatMap((one) => drawn(one, language, findButton) ?? []); // `problemOfDrawable` has checked it
}

function drawn(
  one: Values,
  language: Language,
  findButton: (action: string) => DrawnButton | undefined,
): Drawn | undefined {
  const words = (text: unknown) => wordsIn(text, language);
  const cell = (value: unknown) => cellIn(value, language);
  switch (one.kind as Drawn['kind']) {
    case 'text':
      return { kind: 'text', text: words(one.text) };
    case 'number':
      return { kind: 'number', label: words(one.label), value: String(one.value) };
    case 'progress':
      return { kind: 'progress', label: words(one.label), value: Number(one.value), max: Number(one.max) };
    case 'list': {
      const items = (one.items as unknown[]).map(cell);
      return { kind: 'list', items, ...(one.label !== undefined && { label: words(one.label) }) };
    }
    case 'table':
      return {
        kind: 'table',
        label: words(one.label),
        columns: (one.columns as unknown[]).map(words),
        rows: (one.rows as unknown[][]).map((row) => row.map(cell)),
      };
    case 'button':
      return findButton(String(one.action));
    default:
      return cell(one) as Drawn; // a link or a badge
  }
}

function cellIn(value: unknown, language: Language): DrawnCell {
  if (value === null) return '';
  if (!isPlainObject(value) || value instanceof ExactNumber)
    return typeof value === 'string' ? onOneLine(value) : String(value);
  if (value.kind === 'badge')
    return {
      kind: 'badge',
      text: wordsIn(value.text, language),
      color: (value.color ?? 'gray') as Color,
    };
  if (value.kind === 'link')
    return { kind: 'link', label: wordsIn(value.label, language), to: targetIn(value.to as Values) };
  return wordsIn(value, language);
}

function targetIn({ collection, id, page }: Values): DrawnTarget {
  if (page !== undefined) return { page: String(page) };
  return { collection: String(collection), ...(id !== undefined && { id: String(id) }) };
}

function wordsIn(text: unknown, language: Language): string {
  return onOneLine(render(text as ShownText, language));
}

function tableOf(word: unknown): AnyOptionTable | undefined {
  return typeof word === 'string' && Object.hasOwn(TABLES, word) ? TABLES[word as Drawn['kind']] : undefined;
}

function isCell(value: unknown): boolean {
  if (value === null || number.accepts(value)) return true;
  if (value === '') return true;
  if (!isPlainObject(value) || value.kind === undefined) return shownText(MOST_LABEL).accepts(value);
  const table = value.kind === 'badge' ? badge : value.kind === 'link' ? link : undefined;
  return table !== undefined && problemsOfOptions(table, value).length === 0;
}

function isTarget(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { collection, id, page, ...others } = value;
  if (Object.keys(others).length > 0) return false;
  if (page !== undefined) return aName.accepts(page) && collection === undefined && id === undefined;
  const isId =
    id === undefined ||
    (['number', 'string'].includes(typeof id) || id instanceof ExactNumber
      ? /^[1-9]\d{0,18}$/.test(String(id))
      : false);
  return aName.accepts(collection) && isId;
}

function piecesIn({ kind: word, items, rows: lines, columns: all }: Values): number {
  if (word === 'list') return (items as unknown[]).length + 1;
  return word === 'table' ? (lines as unknown[]).length * (all as unknown[]).length + 1 : 1;
}
