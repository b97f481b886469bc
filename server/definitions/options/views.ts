import { LAYOUTS, type LayoutName } from '../../../contract/layouts.ts';
import type { Text } from '../../messages/message.ts';
import { suggestion } from '../../shared/text/words.ts';
import {
  anObject,
  fieldNames,
  flag,
  name as NAME,
  needed,
  oneOf,
  text,
  words,
} from '../checks/option-checks.ts';
import {
  type AnyOptionTable,
  isPlainObject,
  type OptionCheck,
  problemsOfOptions,
} from '../checks/options.ts';
import { DRAFT_FIELDS, type DraftField } from '../derived/draft-fields.ts';
import type { Field, Fields } from '../field.ts';
import type { Where } from '../types/where.ts';
import { treeOf } from './tree.ts';

/** The fields that the server fills in and that a view may name. */
type Filled = 'id' | 'create_time' | 'update_time' | DraftField;

/** A way to look at the records of a collection that the project declares: what a user can save, by the same words. */
export type DeclaredView<Name extends string = string> = ViewSettings<Name> & Laid<Name>;

interface ViewSettings<Name extends string> {
  /** Its name for people. */
  readonly label: Text;
  /** Whether the list begins with it. At most one view of a collection. */
  readonly isFirst?: true;
  /** The words to search for. */
  readonly q?: string;
  /** Fields joined with commas, `-` for descending: `'-publish_time,id'`. By default the order of the list. */
  readonly sort?: `${'' | '-'}${Name | Filled}` | `${'' | '-'}${Name | Filled},${string}`;
  /** Which records, as a list is filtered: `{ state: 'planned', price: { lt: '10.00' } }`. All parts must hold. */
  readonly filter?: ViewFilter<Name>;
  /** By default the columns of the list. */
  readonly columns?: readonly (Name | Filled)[];
  /** The language in which texts are shown. */
  readonly locale?: string;
  /** Languages: only records that lack a text in one of them. */
  readonly missing?: readonly string[];
}

/** How the records are laid out, and by which field. */
type Laid<Name extends string> =
  | { readonly kind?: 'table' | 'tree'; readonly by?: never }
  /** By a file or files. */
  | { readonly kind: 'gallery'; readonly by: Name }
  /** By a choice, or by `publication`, the state of drafts. */
  | { readonly kind: 'board'; readonly by: Name | 'publication' }
  /** By a date or a time, also `publish_time` and the like of drafts. */
  | { readonly kind: 'calendar'; readonly by: Name | DraftField }
  /** By a point. */
  | { readonly kind: 'map'; readonly by: Name };

export type ViewFilter<Name extends string = string> = {
  readonly [Field in Name | Filled]?: Where[string];
} & {
  readonly and?: readonly ViewFilter<Name>[];
  readonly or?: readonly ViewFilter<Name>[];
};

const someText: OptionCheck = {
  allowed: 'a text, not empty',
  accepts: (value) => typeof value === 'string' && value.trim() !== '',
};

const VIEW: AnyOptionTable = {
  owner: 'a view',
  checks: {
    label: needed(text),
    isFirst: flag,
    kind: oneOf('table', 'tree', ...Object.keys(LAYOUTS)),
    by: NAME,
    q: someText,
    sort: {
      allowed: "fields to sort by, such as '-publish_time,id'",
      accepts: (value) => typeof value === 'string' && /^-?\w+(,-?\w+)*$/.test(value),
    },
    filter: anObject,
    columns: fieldNames,
    locale: someText,
    missing: words,
  },
};

interface ViewedSource {
  readonly views?: Readonly<Record<string, DeclaredView>>;
  readonly fields: Fields;
  readonly drafts?: true;
}

/** What is wrong with the views of a collection; `filled` are the fields that the server fills in and returns. */
export function problemsOfViews(source: ViewedSource, filled: readonly string[]): string[] {
  const { views = {} } = source;
  const fields = source.drafts ? { ...source.fields, ...DRAFT_FIELDS } : source.fields;
  const problems = Object.entries(views).flatMap(([name, view]) =>
    problemsOfView(name, view, fields, filled).map((problem) => `views.${name}: ${problem}`),
  );
  if (problems.length > 0) return problems;
  const first = Object.keys(views).filter((name) => views[name]?.isFirst);
  return first.length > 1 ? [`views: a list begins with one view, not with ${first.join(' and ')}`] : [];
}

function problemsOfView(
  name: string,
  view: DeclaredView,
  fields: Fields,
  filled: readonly string[],
): string[] {
  if (!NAME.accepts(name)) return [`the name must be ${NAME.allowed}`];
  const malformed = problemsOfOptions(VIEW, view);
  if (malformed.length > 0) return malformed;
  const { columns = [], filter } = view;
  const known = [...Object.keys(fields), ...filled];
  return [
    ...problemsOfLayout(view, fields),
    ...unknownIn('sort', sortedBy(view), known),
    ...unknownIn('columns', columns, known),
    ...(new Set(columns).size < columns.length ? ['columns name a field twice'] : []),
    ...(filter === undefined ? [] : problemsOfFilter(filter, fields, known)),
  ];
}

/** The fields by which a view is sorted. */
export function sortedBy({ sort }: Pick<DeclaredView, 'sort'>): string[] {
  return sort === undefined ? [] : sort.split(',').map((part) => part.replace('-', ''));
}

function problemsOfLayout({ kind = 'table', by }: DeclaredView, fields: Fields): string[] {
  const layouts = Object.keys(LAYOUTS).join(', ');
  if (kind === 'tree' && treeOf(fields) === undefined)
    return ["kind: 'tree' needs a collection that is a tree"];
  if (kind === 'table' || kind === 'tree')
    return by === undefined ? [] : [`'by' is for the kinds ${layouts}, not for '${kind}'`];
  const suitable = Object.keys(fields).filter((name) => suits(fields[name], kind));
  if (by !== undefined && suitable.includes(by)) return [];
  const wanted = `a field of the kind ${LAYOUTS[kind].join(' or ')} (allowed: ${suitable.join(', ') || 'it has none'})`;
  return by === undefined
    ? [`'by' is missing; a ${kind} is by ${wanted}`]
    : [`by names '${by}'${suggestion(by, suitable)}; a ${kind} is by ${wanted}`];
}

function suits(field: Field | undefined, kind: LayoutName): boolean {
  const kinds: readonly string[] = LAYOUTS[kind];
  return field !== undefined && !field.secret && kinds.includes(field.kind);
}

/** The form of a filter: people change it in the console, which shows fields, `and` and `or`. Values are checked at start. */
function problemsOfFilter(filter: object, fields: Fields, known: readonly string[]): string[] {
  return Object.entries(filter).flatMap(([name, part]) => {
    if (name === 'and' || name === 'or')
      return Array.isArray(part) && part.length > 0 && part.every(isPlainObject)
        ? part.flatMap((one) => problemsOfFilter(one, fields, known))
        : [`filter: '${name}' must be a list of conditions`];
    if (!known.includes(name)) return unknownIn('filter', [name], known);
    if (fields[name]?.nested)
      return [`filter names '${name}', whose values hold fields; views cannot filter by it`];
    return isShowable(part) ? [] : [`filter: '${name}' has what no list shows: ${UNSHOWABLE}`];
  });
}

const UNSHOWABLE = "an empty text, 'not', or a list that holds anything but values without commas";

function isShowable(part: unknown): boolean {
  if (Array.isArray(part))
    return part.every((one) => one !== '' && typeof one !== 'object' && !String(one).includes(','));
  if (!isPlainObject(part)) return part !== '';
  return Object.entries(part).every(([word, inner]) => word !== 'not' && isShowable(inner));
}

function unknownIn(option: string, names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((one) => !known.includes(one))
    .map(
      (one) =>
        `${option} names '${one}', which is no field${suggestion(one, known)} (allowed: ${known.join(', ')})`,
    );
}
