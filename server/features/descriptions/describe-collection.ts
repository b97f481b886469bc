import { wordsFor } from '../../definitions/access-rule.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { isShort, serverFields, titleOf } from '../../definitions/options/presentation.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { keysOf, READING, type Use, usesOf } from '../../records/index.ts';
import type { Allowed, Extent } from './allowed.ts';
import {
  type DescribeContext,
  describeFields,
  describeOnRequest,
  type SeenCollection,
} from './describe-field.ts';
import { describeViews } from './describe-views.ts';
import { message } from './messages/message.ts';

/** The actions on a collection's records, with the uses whose rules decide. */
const ACTIONS: Readonly<Record<string, Use>> = {
  list: 'read',
  read: 'read',
  aggregate: 'read',
  export: 'read',
  usage: 'read',
  create: 'create',
  update: 'update',
  delete: 'delete',
  history: 'history',
  trash: 'trash',
  restore: 'restore',
  purge: 'purge',
  drafts: 'drafts',
  publish: 'publish',
};

/** Actions that singletons do not have. */
const OF_MANY: ReadonlySet<string> = new Set(['list', 'aggregate', 'export', 'usage']);

/** Actions that queries have. */
const OF_QUERIES: ReadonlySet<string> = new Set(['list', 'read', 'aggregate', 'export']);

/** Actions that queries have beside them if they write a table of another program. */
const OF_TABLES: ReadonlySet<string> = new Set(['create', 'update', 'delete', 'history']);

/** The context of a description before the caller's rights are known. */
type BaseContext = Omit<DescribeContext, 'allowed'>;

/** How many fields a table shows beside the title if the definition names no columns. */
const FEW_COLUMNS = 4;

/** A definition as data for one caller, and what drafts are where the caller may see some. */
export function describeSeen({ definition, allowed, drafts }: SeenCollection, context: BaseContext): object {
  const seen = describeCollection(definition, { ...context, allowed });
  if (drafts?.allowed.uses.read === undefined) return seen;
  return { ...seen, drafts: describeCollection(drafts.definition, { ...context, allowed: drafts.allowed }) };
}

/** Pure: the same definition, rights and language have the same description. */
function describeCollection(definition: Definition, context: DescribeContext): object {
  const { language, allowed } = context;
  const {
    name,
    draftOf = name,
    label,
    path,
    audit,
    access,
    presentation,
    isSingleton,
    isReviewed,
  } = definition;
  const shown = allowed.uses.read === undefined ? [] : allowed.shown;
  const title = titleOf(definition, shown);
  const onRequest = describeOnRequest(definition, context);
  const answered = shown.filter((field) => definition.fields[field]?.translates === undefined);
  return {
    name: draftOf,
    label: render(label, language),
    ...(presentation.help !== undefined && { help: render(presentation.help, language) }),
    ...(path === undefined ? { builtin: true } : { path }),
    ...looksOf(definition, language),
    ...(definition.sql && { query: true }),
    ...(isSingleton && { singleton: true }),
    ...(isReviewed && { reviewed: true }),
    ...(presentation.preview && !definition.hasDrafts && { preview_page: presentation.preview.url }),
    audit,
    title_field: title,
    columns: columnsOf(definition, answered, title),
    sort: definition.order?.sortsLists ? definition.order.field : '-id',
    search: answered.filter((field) => definition.fields[field]?.searchable),
    ...orderOf(definition, shown),
    groups: groupsOf(definition, allowed, language),
    ...describeViews(definition, context),
    unique: definition.unique.filter((group) => group.every((field) => allowed.shown.includes(field))),
    actions: access ? actionsOf(definition, allowed) : {},
    refused: refusedOf(definition, allowed, language),
    fields: describeFields(definition, context),
    ...(onRequest.length > 0 && { on_request: onRequest }),
  };
}

function looksOf({ label, presentation }: Definition, language: Language): object {
  const { plural = label, icon, color, menu } = presentation;
  const { section, position = 0 } = menu ?? {};
  return {
    plural: render(plural, language),
    ...(icon && { icon }),
    ...(color && { color }),
    menu: { ...(section !== undefined && { section: render(section, language) }), position },
  };
}

/** The order by hand, as far as the caller may read its fields. */
function orderOf({ order }: Definition, shown: readonly string[]): object {
  if (!order || !shown.includes(order.field)) return {};
  const { field, within = '', sortsLists } = order;
  const seen = shown.includes(within) && { within };
  return { order: { field, ...seen, ...(sortsLists && { sorts_lists: true }) } };
}

function actionsOf(definition: Definition, allowed: Allowed): Record<string, Extent> {
  const { isSingleton, sql, writes } = definition;
  const { isSignedIn } = allowed;
  const uses = usesAlone(definition, allowed);
  const common = Object.entries(ACTIONS).map(([action, use]) => [action, uses[use]] as const);
  const ofQuery = (action: string) => OF_QUERIES.has(action) || (writes && OF_TABLES.has(action));
  if (sql) return offered(common.filter(([action]) => ofQuery(action)));
  const presence = ['presence', isSignedIn ? uses.read : undefined] as const;
  if (isSingleton) return offered([...common.filter(([action]) => !OF_MANY.has(action)), presence]);
  const mayWrite = uses.create ?? uses.update ?? uses.delete;
  return offered([
    ...common,
    ['import', isSignedIn ? uses.create : undefined],
    ['bulk', isSignedIn && mayWrite !== undefined ? true : undefined],
    presence,
    ['upsert', uses.create !== undefined && keysOf(definition).length > 0 ? uses.update : undefined],
  ]);
}

function offered(actions: readonly (readonly [string, Extent | undefined])[]): Record<string, Extent> {
  return Object.fromEntries(actions.filter((one): one is readonly [string, Extent] => one[1] !== undefined));
}

/** What the caller may do without approval; every change of a reviewed collection needs it. */
function usesAlone({ isReviewed }: Definition, { uses }: Allowed): Allowed['uses'] {
  if (!isReviewed) return uses;
  return Object.fromEntries(Object.entries(uses).filter(([use]) => READING.has(use as Use)));
}

/** Why the caller may not do what others may. */
function refusedOf(definition: Definition, allowed: Allowed, language: Language): object {
  const { access } = definition;
  if (!access) return {};
  const uses = usesAlone(definition, allowed);
  const refused = usesOf(definition).filter((use) => uses[use] === undefined);
  const reasonOf = (use: Use) =>
    allowed.uses[use] === undefined
      ? message('onlyFor', { who: wordsFor(access[use]) })
      : message('onlyByChangeSet');
  return Object.fromEntries(refused.map((use) => [use, render(reasonOf(use), language)]));
}

function columnsOf(
  { fields, audit, presentation, filled = new Set(), draftOf, shown: shape }: Definition,
  shown: readonly string[],
  title: string,
): string[] {
  const server = serverFields(audit);
  const state = draftOf === undefined ? [] : ['publication'];
  const chosen = presentation.columns?.filter(
    (name) => shown.includes(name) || server.some((one) => one === name),
  );
  if (chosen && chosen.length > 0) return [...chosen, ...state];
  const short = shown.filter(
    (name) => name !== title && fields[name] && isShort(fields[name]) && !filled.has(name),
  );
  const last = shape ? undefined : server.findLast((name) => name !== 'id');
  return [title, ...short.slice(0, FEW_COLUMNS), ...state, ...(last ? [last] : [])];
}

function groupsOf({ presentation }: Definition, allowed: Allowed, language: Language): object[] {
  const { groups = [] } = presentation;
  const isSeen = (name: string) => allowed.shown.includes(name) || allowed.changeable.includes(name);
  return groups
    .map(({ name, label, fields, aside }) => ({
      name,
      label: render(label, language),
      fields: fields.filter(isSeen),
      ...(aside && { aside }),
    }))
    .filter(({ fields }) => fields.length > 0);
}
