import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { MAX_PAGE_SIZE } from '../../contract/limits.ts';

/** An id in a body; handlers find it as an exact bigint, however it was written. */
export const bodyId: JsonSchema = { isId: true };

const part = {
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
  after: Type.Optional(Type.String({ maxLength: 8000, description: '上一页的 next' })),
};

export const listQuery = Type.Object(
  {
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    count: part.count,
    sort: Type.Optional(Type.String({ maxLength: 200, description: '如 -create_time,title' })),
    after: part.after,
    total: Type.Optional(Type.Boolean({ description: '总数无论多大都要计算' })),
  },
  { additionalProperties: false },
);

/** The query of a list that has one order and is followed page by page. */
export const keysetQuery = Type.Object(part, { additionalProperties: false });

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
