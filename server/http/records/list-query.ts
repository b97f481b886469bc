import { type JsonSchema, type SchemasOf, Type, type TypeOf } from '../../../contract/json-schema.ts';
import { MAX_LIST_SIZE, MAX_PAGE_SIZE, MAX_PAGE_VALUES } from '../../../contract/limits.ts';
import { type Catalogue, type Definition, hasTextIds, textId } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import {
  type AsOfRequest,
  type ListRequest,
  type LocaleQuery,
  MINE,
  MINE_OPERATORS,
  type Narrowing,
  offersIsMine,
  type Showing,
} from '../../records/index.ts';
import { afterId, bodyId, readKeyset } from '../paging.ts';
import { timeBounds } from '../time-bounds.ts';
import {
  expandableFields,
  followedWays,
  itemSchema,
  localeFields,
  shownFields,
} from './collection-schemas.ts';

/** Where days, weeks, months and years begin. */
export const zoneParameter = text(64, message('zoneOfPeriods'));

/** The query of a collection's list, now or as of a time. */
export function listQuery(
  catalogue: Catalogue,
  definition: Definition,
): JsonSchema<ListRequest & { readonly as_of?: number }> {
  return Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      count: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LIST_SIZE,
          about: message('countRule', { records: MAX_PAGE_SIZE, values: MAX_PAGE_VALUES }),
        }),
      ),
      after: text(8000, message('nextOfLastPage')),
      before: text(8000, message('previousOfLastPage')),
      around: Type.Optional({
        ...((hasTextIds(definition) ? textId.output : bodyId) as typeof bodyId), // compared as its column is
        about: message('aroundRecord'),
      }),
      from: text(1000, message('fromValue')),
      sort: text(200, sortAbout(definition)),
      zone: zoneParameter,
      total: Type.Optional(Type.Boolean({ about: message('totalAlways') })),
      ...(definition.search.length > 0 && {
        highlight: Type.Optional(Type.Boolean({ about: message('highlightAbout') })),
      }),
      ...(definition.audit === 'full' && { as_of: asOfParameter }),
      ...showingQuery(catalogue, definition),
      ...narrowingQuery(catalogue, definition),
    },
    { additionalProperties: false },
  );
}

/** How lists are sorted, and by which texts not by code point. */
function sortAbout(definition: Definition): Text {
  const collated = shownFields(definition).flatMap(([name, { collation, translates }]) =>
    collation === undefined || translates !== undefined ? [] : name,
  );
  return collated.length === 0
    ? message('sortExample')
    : message('joined', { parts: [message('sortExample'), message('sortCollated', { names: collated })] });
}

/** The query of a single record, now or as of a time. */
export function recordQuery(
  catalogue: Catalogue,
  definition: Definition,
): JsonSchema<Showing & { readonly as_of?: number }> {
  return Type.Object({ as_of: asOfParameter, ...showingQuery(catalogue, definition) });
}

/** The parameters that select what is shown of a record. */
export function showingQuery(catalogue: Catalogue, definition: Definition): SchemasOf<Showing> {
  const references = expandableFields(catalogue, definition).map(([name]) => name);
  return {
    fields: text(1000, message('fieldsExample')),
    can: Type.Optional(Type.String({ enum: ['1'], about: message('tellCan') })),
    ...localeQuery(catalogue),
    ...(references.length > 0 && {
      expand: text(1000, message('expandPaths', { names: references })),
    }),
  };
}

/** The parameters that select languages, where content has several. */
export function localeQuery({ locales }: Catalogue): SchemasOf<LocaleQuery> {
  if (locales.length === 0) return {};
  const names = locales.map(({ name }) => name);
  return {
    locale: text(200, message('localeOfAnswer', { names })),
    fallback: Type.Optional(Type.Boolean({ about: message('fallbackOfAnswer') })),
  };
}

/** The parameter that says which languages a body is in. */
export function writeLocaleQuery(catalogue: Catalogue): Pick<SchemasOf<LocaleQuery>, 'locale'> {
  const names = catalogue.locales.map(({ name }) => name);
  return names.length > 0 ? { locale: text(200, message('localeOfBody', { names })) } : {};
}

/** The parameters that select records. */
export function narrowingQuery(catalogue: Catalogue, definition: Definition): SchemasOf<Narrowing> {
  const fields = shownFields(definition);
  const searchable = fields.flatMap(([name, { searchable, translates }]) =>
    searchable && translates === undefined ? name : [],
  );
  const searched = definition.search.flat().filter((name) => !definition.fields[name]?.translates);
  return {
    filter: Type.Optional({
      type: 'object',
      checkedByFields: true,
      style: 'deepObject',
      explode: true,
      about: message('filterExample'),
      properties: filterProperties(catalogue, definition),
    }),
    ...(searchable.length > 0 && {
      q: text(200, message('wordsInFields', { names: searchable })),
    }),
    ...(definition.localised.size > 0 && {
      missing: text(200, message('missingIn', { names: catalogue.locales.map(({ name }) => name) })),
    }),
    ...(searched.length > 0 && {
      search: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, about: message('searchIn', { names: searched }) }),
      ),
    }),
  };
}

/** What generated types leave to the server to check. */
const anything: JsonSchema = { type: 'object', additionalProperties: true };

function filterProperties(
  catalogue: Catalogue,
  definition: Definition,
): Readonly<Record<string, JsonSchema>> {
  const names = [
    ...Object.keys(itemSchema(definition).properties as object),
    ...localeFields(definition).map(([name]) => name),
  ];
  const targets = new Set(shownFields(definition).flatMap(([name, { target }]) => (target ? name : [])));
  const ways = followedWays(catalogue, definition).map(([name]): [string, JsonSchema] => [name, anything]);
  const comparisons = names.map((name): [string, JsonSchema] => [
    name,
    { type: 'object', compares: targets.has(name) ? 'reference' : 'value' },
  ]);
  if (offersIsMine(definition))
    comparisons.push([
      MINE,
      Type.Object(Object.fromEntries(MINE_OPERATORS.map((word) => [word, Type.Optional(Type.String())]))),
    ]);
  const branches = Type.Array(anything);
  return { ...Object.fromEntries([...ways, ...comparisons]), and: branches, or: branches, not: anything };
}

function text(maxLength: number, about: Text) {
  return Type.Optional(Type.String({ maxLength, about }));
}

const asOfParameter = Type.Optional(Type.Integer({ ...timeBounds, about: message('asOfTime') }));

const TOGETHER: ReadonlySet<string> = new Set(['as_of', 'count', 'after', 'sort', 'locale', 'fallback']);

/** Reads a list's query for records as of a time; undefined if it asks for them as they are now. Such a list is ordered by id. */
export function readAsOf(
  query: ListRequest & { readonly as_of?: TypeOf<typeof asOfParameter> },
): AsOfRequest | undefined {
  const { as_of: time, sort = 'id' } = query;
  if (time === undefined) return undefined;
  const other = Object.keys(query).find((name) => !TOGETHER.has(name));
  if (other !== undefined) throw badParameters({ [other]: message('notWithAsOf') });
  if (sort !== 'id' && sort !== '-id')
    throw badParameters({ sort: message('onlyIdWithAsOf', { allowed: ['id', '-id'] }) });
  return { time, ...readKeyset(query, afterId), descending: sort === '-id' };
}
