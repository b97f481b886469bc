import type { Written } from '../../access/written.ts';
import type { AppError } from '../../errors.ts';
import { RowsRefused } from '../../records/rows-refused.ts';
import type { Route } from '../route.ts';
import type { Dialect } from './dialect.ts';

type Family = Route['family'];

/** What a client is told of a failure. `request` is the method and the path without query and base, with one space. */
export function failureBody({ words, codes }: Dialect, family: Family, error: AppError, request: string) {
  const { code, text } = words[family];
  const told = (one: AppError) => ({ [code]: codes[one.key] ?? one.code, [text]: one.text });
  const items =
    error instanceof RowsRefused &&
    error.rows.map(({ index, error: one }) => ({
      index,
      status: one.status,
      ...told(one),
      problems: one.problems,
    }));
  return { ...told(error), request, ...(items && { items }) };
}

/** What a client is told of a write. */
export function writtenBody({ words }: Dialect, family: Family, written: Written, request: string) {
  const { code, text } = words[family];
  const { id, items, answer } = written;
  const about = { ...(id !== undefined && { id }), ...(items && { items }) };
  return answer ?? { [code]: written.code, [text]: written.text, request, ...about };
}

/** The route, its answers in the dialect's form. */
export function inDialect(route: Route, dialect: Dialect): Route {
  const form = route.kind && dialect.forms[route.kind];
  if (!form || !route.answer) return route;
  return {
    ...route,
    answer: form.schema(route.answer),
    handle: async (door, input) =>
      form.value((await route.handle(door, { ...input, query: { ...form.query, ...input.query } })) as never),
  };
}
