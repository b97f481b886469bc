import { type JsonSchema, type Properties, Type, type TypeOf } from '../../contract/json-schema.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../contract/limits.ts';
import { message } from '../messages/message.ts';
import { requireLight } from '../records/lists/answer-weight.ts';
import { withProperties } from './dialects/forms.ts';
import { parseId } from './parse-id.ts';

/** An id in a body or a query, as a number or a text; handlers get an exact bigint. */
export const bodyId: JsonSchema<bigint> = { isId: true };

export const keysetParameters = {
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
  after: Type.Optional(Type.String({ maxLength: 8000, about: message('nextOfLastPage') })),
};

/** The query of a list with a single order, read page by page. */
export const keysetQuery = Type.Object(keysetParameters, { additionalProperties: false });

/** Reads such a query; `readPosition` reads where the previous page ended. */
export function readKeyset<Position>(
  { count = DEFAULT_PAGE_SIZE, after }: TypeOf<typeof keysetQuery>,
  readPosition: (text: string) => Position,
): { readonly count: number; readonly after: Position | undefined } {
  return { count, after: after === undefined ? undefined : readPosition(after) };
}

/** The position of a list that is ordered by ids. */
export function afterId(text: string): bigint {
  return parseId(text, 'after');
}

/** One page of such a list, whose total is never counted. */
export function keysetPage<Item extends object>(items: readonly Item[], count: number, next: unknown) {
  requireLight(items);
  return { items, total: null, page: 0, count, next: next === undefined ? null : String(next) };
}

/** One page of a list of content. */
export function pageOf(item: JsonSchema): JsonSchema {
  return Type.Object({
    items: Type.Array(item),
    total: Type.Nullable(Type.Integer()),
    page: Type.Integer(),
    count: Type.Integer(),
    next: Type.Nullable(Type.String()),
  });
}

/** The same of a list that can be read backwards too. */
export function placedPageOf(item: JsonSchema): JsonSchema {
  return withProperties(pageOf(item), { previous: Type.Optional(Type.Nullable(Type.String())) });
}

const highlightPart = Type.Object({
  text: Type.String(),
  found: Type.Optional(Type.Boolean()),
});

/** Excerpts around the words that were found, by field. */
export const highlightsSchema: JsonSchema = {
  type: 'object',
  additionalProperties: Type.Array(highlightPart),
};

/** A page of a list that can be searched. */
export function searchedPageOf(item: JsonSchema): JsonSchema {
  return withProperties(placedPageOf(item), {
    highlights: Type.Optional({
      ...Type.Array(highlightsSchema),
      about: message('highlightsAbout'),
    }),
  });
}

const pageParameters = {
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
};
const pageQuery = Type.Object(pageParameters, { emptyIsNone: true });

export type LinPageQuery = TypeOf<typeof pageQuery>;

/** The query of a list in the form of Lin CMS: pages count from 0. Its clients send cleared fields as empty parameters. */
export function linQuery<Others extends Properties>(others: Others) {
  return Type.Object({ ...pageParameters, ...others }, { emptyIsNone: true });
}

/** The schema of a page, with the names of both generations; `collection` and `total_nums` are the older ones. */
export function linPage(item: JsonSchema): JsonSchema {
  return Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    count: Type.Integer(),
    total_page: Type.Integer(),
    collection: Type.Array(item),
    total_nums: Type.Integer(),
  });
}

/** The page that a query asks for. */
export function readLinPage({ page = 0, count = DEFAULT_PAGE_SIZE }: LinPageQuery) {
  return { page, count, offset: page * count };
}

/** The answer to a query in the form of Lin CMS. */
export function toLinPage<Item>(query: LinPageQuery, items: readonly Item[], total: number) {
  const { page, count } = readLinPage(query);
  return {
    items,
    total,
    page,
    count,
    total_page: Math.ceil(total / count),
    collection: items,
    total_nums: total,
  };
}
