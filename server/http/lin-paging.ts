import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../contract/limits.ts';

/** How the lists of the Lin CMS family are asked for: pages from 0. Their clients send fields that were cleared as empty parameters. */
export function linQuery(others: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const page = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }));
  const count = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE }));
  return Type.Object({ page, count, ...others }, { emptyIsNone: true });
}

/** Both generations' words for a page; `collection` and `total_nums` are the older ones. */
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

/** Reads which page is wanted, and puts its items into the family's form. */
export function toLinPage<Item>(
  query: Readonly<Record<string, unknown>>,
  items: readonly Item[] = [],
  total = 0,
) {
  const { page = 0, count = DEFAULT_PAGE_SIZE } = query as { page?: number; count?: number };
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
