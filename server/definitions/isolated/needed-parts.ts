import { PART_KINDS, type PartKind } from '../../../contract/console-parts.ts';
import type { DrawnCellLook, DrawnInput } from '../../../contract/drawn.ts';
import { COLORS, ICONS, type Icon } from '../../../contract/looks.ts';
import {
  name as aName,
  anything,
  flag,
  hyphenated,
  needed,
  oneOf,
  wholeNumber,
} from '../checks/option-checks.ts';
import {
  type AnyOptionTable,
  isPlainObject,
  type OptionCheck,
  problemsOfOptions,
  shown,
} from '../checks/options.ts';
import { problemOfDrawable } from './drawable.ts';
import { type ShownText, shownText } from './shown-text.ts';

/** What users need to be allowed with all `collections` of a part before they are shown it. */
export const PART_RIGHTS = ['read', 'create', 'update', 'delete'] as const;
export type PartRight = (typeof PART_RIGHTS)[number];

/** A field of the form that is filled in before an action runs. */
export interface NeededFormField {
  readonly kind: 'text' | 'number' | 'boolean' | 'choice';
  readonly label: ShownText;
  readonly required?: true;
  /** The most characters of a text, 1000 if left out. */
  readonly max?: number;
  /** What a choice offers: labels by value. */
  readonly choices?: Readonly<Record<string, ShownText>>;
}

interface Placed {
  readonly label: ShownText;
  readonly collections?: readonly string[];
  /** `read` if left out, and `update` for actions. */
  readonly right?: PartRight;
}

/** A panel, a tab or a page: it shows the same at all times, or what the handler of its name answers. */
export interface ShowingPart extends Placed {
  readonly kind: 'home-panel' | 'tab' | 'page';
  readonly icon?: Icon;
  readonly shows?: readonly unknown[];
}

/** Something that the handler of its name does, on records or by a button of another part. */
export interface ActingPart extends Placed {
  readonly kind: 'action';
  readonly collections: readonly string[];
  /** On the page of a record, above selected records, or both if left out; `[]` for buttons alone. */
  readonly on?: readonly ('one' | 'many')[];
  readonly confirm?: ShownText;
  readonly form?: Readonly<Record<string, NeededFormField>>;
}

/** How a field is shown in lists, or entered. No handler has to do with it. */
export type FieldPart =
  | { readonly kind: 'cell'; readonly kinds: readonly string[]; readonly look: DrawnCellLook }
  | { readonly kind: 'control'; readonly kinds: readonly string[]; readonly look: DrawnInput };

/** A part of the console that is drawn from a description. */
export type NeededPart = ShowingPart | ActingPart | FieldPart;

/** The name of a part among those of the project, which have no colon. */
export const partName = (plugin: string, part: string) => `${plugin}:${part}`;

const MOST_FIELDS = 20;
const label = needed(shownText(100));
const kind = anything; // it has chosen the table

const collections: OptionCheck = {
  allowed: 'a list of collections, such as ["post"]',
  accepts: (value) => isList(value) && value.every(aName.accepts),
};
const on: OptionCheck = {
  allowed: '["one"], ["many"], both, or [] for buttons alone',
  accepts: (value) => Array.isArray(value) && value.every((one) => one === 'one' || one === 'many'),
};
const kinds: OptionCheck = {
  allowed: 'a list of kinds of fields, such as ["integer"]',
  accepts: (value) => isList(value) && value.every(hyphenated.accepts),
};
const shows: OptionCheck = {
  allowed: 'a list of things to show, such as [{ "kind": "text", "text": "Hello" }]',
  accepts: Array.isArray,
};
const choices: OptionCheck = {
  allowed: 'labels by value, such as { "low": "Low" }, at most 50',
  accepts: (value) =>
    isPlainObject(value) &&
    isWithin(Object.keys(value).length, 50) &&
    Object.entries(value).every(([one, words]) => one.length <= 100 && shownText(100).accepts(words)),
};

const FIELD: AnyOptionTable = {
  owner: 'a field of a form',
  checks: {
    kind: needed(oneOf('text', 'number', 'boolean', 'choice')),
    label,
    required: flag,
    max: wholeNumber(1, 10_000),
    choices,
  },
  contradiction: (field: { kind?: unknown; choices?: unknown; max?: unknown }) => {
    if ((field.kind === 'choice') !== (field.choices !== undefined)) return "'choices' belongs to a 'choice'";
    return field.max !== undefined && field.kind !== 'text' ? "'max' belongs to a 'text'" : undefined;
  },
};
const form: OptionCheck = {
  allowed: `at most ${MOST_FIELDS} fields by name, such as { "note": { "kind": "text", "label": "Note" } }`,
  accepts: (value) =>
    isPlainObject(value) &&
    isWithin(Object.keys(value).length, MOST_FIELDS) &&
    Object.entries(value).every(
      ([one, field]) => aName.accepts(one) && problemsOfOptions(FIELD, field).length === 0,
    ),
};

const placed = { kind, label, right: oneOf(...PART_RIGHTS) };
const CELLS: Readonly<Record<string, AnyOptionTable>> = {
  progress: { owner: 'a progress', checks: { show: anything, max: needed(wholeNumber(1)) } },
  badge: { owner: 'a badge', checks: { show: anything, colors: needed(colours()) } },
};
const INPUTS: Readonly<Record<string, AnyOptionTable>> = {
  range: {
    owner: 'a range',
    checks: {
      input: anything,
      min: needed(wholeNumber(-1_000_000)),
      max: needed(wholeNumber(-1_000_000)),
      step: needed(wholeNumber(1)),
    },
    contradiction: ({ min, max }: { min?: number; max?: number }) =>
      Number(min) < Number(max) ? undefined : "'min' must be below 'max'",
  },
  suggestions: { owner: 'suggestions', checks: { input: anything, values: needed(suggested()) } },
};

const showing = { ...placed, shows };
const TABLES: Readonly<Record<PartKind, AnyOptionTable>> = {
  'home-panel': { owner: 'a panel', checks: { ...showing, collections }, contradiction: problemOfShows },
  tab: {
    owner: 'a tab',
    checks: { ...showing, collections: needed(collections) },
    contradiction: problemOfShows,
  },
  page: {
    owner: 'a page',
    checks: { ...showing, collections, icon: oneOf(...ICONS) },
    contradiction: problemOfShows,
  },
  action: {
    owner: 'an action',
    checks: { ...placed, collections: needed(collections), on, confirm: shownText(500), form },
  },
  cell: { owner: 'a cell', checks: { kind, kinds: needed(kinds), look: needed(lookOf('show', CELLS)) } },
  control: {
    owner: 'a control',
    checks: { kind, kinds: needed(kinds), look: needed(lookOf('input', INPUTS)) },
  },
};

/** What is wrong with the parts of a manifest, as sentences. */
export function problemsOfParts(parts: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(parts).flatMap(([part, one]) => {
    const table = isPlainObject(one) ? tableOf(one.kind) : undefined;
    const problems = table
      ? problemsOfOptions(table, one)
      : [`it must be an object whose 'kind' is one of ${PART_KINDS.join(', ')}, not ${shown(one)}`];
    return problems.map((problem) => `part '${part}': ${problem}`);
  });
}

function tableOf(word: unknown): AnyOptionTable | undefined {
  return PART_KINDS.some((one) => one === word) ? TABLES[word as PartKind] : undefined;
}

function problemOfShows({ shows: shown }: { readonly shows?: unknown }): string | undefined {
  const problem = shown === undefined ? undefined : problemOfDrawable(shown);
  return problem === undefined ? undefined : `'shows': ${problem}`;
}

function lookOf(word: string, tables: Readonly<Record<string, AnyOptionTable>>): OptionCheck {
  return {
    allowed: `an object whose '${word}' is one of ${Object.keys(tables).join(', ')}, with what belongs to it`,
    accepts(value) {
      const chosen = isPlainObject(value) ? String(value[word]) : '';
      const table = Object.hasOwn(tables, chosen) ? tables[chosen] : undefined;
      return table !== undefined && problemsOfOptions(table, value).length === 0;
    },
  };
}

function colours(): OptionCheck {
  return {
    allowed: `colours by value, of ${COLORS.join(', ')}`,
    accepts: (value) =>
      isPlainObject(value) &&
      isWithin(Object.keys(value).length, 50) &&
      Object.values(value).every((one) => COLORS.some((color) => color === one)),
  };
}

function suggested(): OptionCheck {
  return {
    allowed: 'a list of at most 50 texts',
    accepts: (value) =>
      isList(value) &&
      isWithin(value.length, 50) &&
      value.every((one) => typeof one === 'string' && one.length <= 200),
  };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isWithin(count: number, most: number): boolean {
  return count > 0 && count <= most;
}
