import type { Dialect } from './dialect.ts';
import { withoutProperty } from './forms.ts';
import { textsOfContent, wording } from './wording.ts';

/** The specification's: `{error_code, msg, request}` under /cms, `{code, message, request}` for content. */
export const specification: Dialect = {
  base: '',
  words: {
    cms: wording('error_code', 'msg'),
    content: wording('code', 'message', true),
  },
  codes: {},
  texts: textsOfContent,
  forms: {
    /** Section 2.3 lists ten fields. */
    ownRecord: { schema: (record) => withoutProperty(record, 'username') },
  },
  listsFields: true,
  keepsNewRefreshTokens: true,
  knowsPermissionsByName: false,
  unknownParameters: 'refused by routes of records',
};
