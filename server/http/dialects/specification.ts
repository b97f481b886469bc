import type { Dialect } from './dialect.ts';

/** The specification's: `{error_code, msg, request}` under /cms, `{code, message, request}` for content. */
export const specification: Dialect = {
  base: '',
  failure: ({ code, text }, family, request) => body(family, code, text, request),
  written: ({ code, text, id, answer }, family, request) =>
    answer ?? { ...body(family, code, text, request), ...(id !== undefined && { id }) },
};

function body(family: 'cms' | 'content', code: number, text: string, request: string) {
  return family === 'cms' ? { error_code: code, msg: text, request } : { code, message: text, request };
}
