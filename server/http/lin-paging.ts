import { type JsonSchema, type Properties, Type, type TypeOf } from '../../contract/json-schema.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../contract/limits.ts';

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
