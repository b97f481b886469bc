import type { Dialect } from './dialect.ts';
import { wording } from './wording.ts';

/** The specification's: `{error_code, msg, request}` under /cms, `{code, message, request}` for content. */
export const specification: Dialect = {
  base: '',
  words: {
    cms: wording('error_code', 'msg'),
    content: wording('code', 'message'),
  },
  codes: {},
  forms: {},
  keepsNewRefreshTokens: true,
};
