import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { MAX_PAGE_SIZE } from '../../contract/limits.ts';

/** An id in a body or a query; handlers find it as an exact bigint, however it was written. */
export const bodyId: JsonSchema = { isId: true };

/** The query of a list that has one order and is followed page by page. */
export const keysetQuery = Type.Object(
  {
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
    after: Type.Optional(Type.String({ maxLength: 8000, description: '上一页的 next' })),
  },
  { additionalProperties: false },
);

/** One page of such a list. Nobody counts how long it is. */
export function keysetPage<Item>(items: readonly Item[], count: number, next: unknown) {
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
