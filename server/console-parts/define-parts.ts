import { definerOf, PARTS_CONTRACT, type PartKind } from '../../contract/console-parts.ts';
import { ICONS, type Icon } from '../../contract/looks.ts';
import { aFunction, hyphenated, name, needed, oneOf, text } from '../definitions/checks/option-checks.ts';
import type { AnyOptionTable, OptionCheck, OptionTable } from '../definitions/checks/options.ts';
import { markDefined, requireSound, subjectOf } from '../definitions/project/defined.ts';
import { type RouteRule, routeRule } from '../definitions/project/route-rule.ts';
import type { Text } from '../messages/message.ts';
import type { ActionEvent } from './console-api.ts';

/** What every part of the console declares. */
interface PartSource {
  /** The version of this contract that it was written for: 1. Another one is refused at the start. */
  readonly contract: typeof PARTS_CONTRACT;
  /** Lower-case words joined by hyphens. No other part of its kind has it. */
  readonly name: string;
}

/** Loads a component when it is first shown: `() => import('./Colour.vue')`. */
type LoadComponent = () => Promise<{ readonly default: object }>;

interface FieldPartSource extends PartSource {
  /** The kinds of fields that it is for, such as `text` or `json`, as `GET /cms/definition` names them. */
  readonly kinds: readonly string[];
  readonly component: LoadComponent;
}

interface PlacedSource extends PartSource {
  /** What people read on it. */
  readonly label: Text;
  /** Who is shown it. What it may do is what its user may do. */
  readonly access: RouteRule;
}

/** The input of a field in forms: for fields with `control: '<name>'`. */
export interface ControlSource extends FieldPartSource {}
/** What lists show of a field: for fields with `cell: '<name>'`. */
export interface CellSource extends FieldPartSource {}

/** Something to do with records, on their page or with those that are selected in a list. */
export interface ActionSource extends PlacedSource {
  /** The collections of which it is an action. */
  readonly collections: readonly string[];
  /** `one`: on the page of a record; `many`: with selected records. Both if left out. */
  readonly on?: readonly ('one' | 'many')[];
  /** A question that is asked before it runs. */
  readonly confirm?: Text;
  /** Runs in the browser. What it throws is shown. */
  run(event: ActionEvent): Promise<void>;
}

/** A tab on the page of a record. */
export interface TabSource extends PlacedSource {
  readonly collections: readonly string[];
  readonly component: LoadComponent;
}

/** A page of its own, with a link in the navigation. */
export interface PageSource extends PlacedSource {
  readonly icon?: Icon;
  readonly component: LoadComponent;
}

/** A panel on the overview. */
export interface HomePanelSource extends PlacedSource {
  readonly component: LoadComponent;
}

type SourceOf = {
  control: ControlSource;
  cell: CellSource;
  action: ActionSource;
  tab: TabSource;
  page: PageSource;
  'home-panel': HomePanelSource;
};

/** A part of the console, as one of the `define…` functions returns it. */
export type ConsolePart = {
  [Kind in PartKind]: SourceOf[Kind] & { readonly kind: Kind };
}[PartKind];

const component: OptionCheck = {
  allowed: "a function that loads it, such as () => import('./Colour.vue')",
  accepts: aFunction.accepts,
};
const collections: OptionCheck = {
  allowed: "a list of collections, such as ['product']",
  accepts: (value) => isList(value) && value.every(name.accepts),
};
const kinds: OptionCheck = {
  allowed: "a list of kinds of fields, such as ['text']",
  accepts: (value) => isList(value) && value.every(hyphenated.accepts),
};
const counts: OptionCheck = {
  allowed: "['one'], ['many'] or ['one', 'many']",
  accepts: (value) => isList(value) && value.every((one) => one === 'one' || one === 'many'),
};
const contract: OptionCheck = {
  allowed: `${PARTS_CONTRACT}, the version of the contract that this server has`,
  accepts: (value) => value === PARTS_CONTRACT,
};

const common = { contract: needed(contract), name: needed(hyphenated) };
const ofFields = { ...common, kinds: needed(kinds), component: needed(component) };
const placed = { ...common, label: needed(text), access: needed(routeRule) };
const shown = { ...placed, component: needed(component) };

const TABLES: { readonly [Kind in PartKind]: OptionTable<SourceOf[Kind]> } = {
  control: { owner: 'a control', checks: ofFields },
  cell: { owner: 'a cell', checks: ofFields },
  action: {
    owner: 'an action',
    checks: {
      ...placed,
      collections: needed(collections),
      on: counts,
      confirm: text,
      run: needed(aFunction),
    },
  },
  tab: { owner: 'a tab', checks: { ...shown, collections: needed(collections) } },
  page: { owner: 'a page', checks: { ...shown, icon: oneOf(...ICONS) } },
  'home-panel': { owner: 'a panel of the overview', checks: shown },
};

/** Describes the input of a field. Throws if the description is wrong, like all of these. */
export const defineControl = (source: ControlSource): ConsolePart => define('control', source);
/** Describes what lists show of a field. */
export const defineCell = (source: CellSource): ConsolePart => define('cell', source);
/** Describes something to do with one record or many. */
export const defineAction = (source: ActionSource): ConsolePart => define('action', source);
/** Describes a tab on the page of a record. */
export const defineTab = (source: TabSource): ConsolePart => define('tab', source);
/** Describes a page. */
export const definePage = (source: PageSource): ConsolePart => define('page', source);
/** Describes a panel on the overview. */
export const defineHomePanel = (source: HomePanelSource): ConsolePart => define('home-panel', source);

function define<Kind extends PartKind>(kind: Kind, source: SourceOf[Kind]): ConsolePart {
  const table: AnyOptionTable = TABLES[kind];
  requireSound(subjectOf(kind, source?.name), table, source);
  return markDefined(definerOf(kind), { ...source, kind } as ConsolePart); // the table is that of the kind
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}
