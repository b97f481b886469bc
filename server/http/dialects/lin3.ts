import type { JsonSchema } from '../../../contract/json-schema.ts';
import { MAX_LIST_SIZE } from '../../../contract/limits.ts';
import type { Dialect } from './dialect.ts';
import { wording } from './wording.ts';

const words = wording('code', 'message');

/**
 * Lin CMS 0.3 and 0.4, for their clients as they are. By the code alone those decide what to do: 10000, 10012, 10042, 10050
 * and 10052 sign out, 10041 and 10051 refresh, every other one is only shown.
 */
export const lin3: Dialect = {
  base: '/lin3',
  words: { cms: words, content: words },
  codes: {
    superRequired: 10001,
    permissionMissing: 10001,
    accountInactive: 10010,
    tokenInvalid: 10041,
    refreshTokenInvalid: 10042,
    tokenExpired: 10051,
    refreshTokenExpired: 10052,
  },
  forms: {
    contentPage: {
      query: { count: MAX_LIST_SIZE },
      schema: (page) => propertyOf(page, 'items'),
      value: ({ items }: { items: readonly unknown[] }) => items,
    },
    /** The client shows messages as HTML. */
    logPage: {
      schema: (page) => page,
      value: ({ items, ...page }: { items: readonly { message: string }[] }) => {
        const escaped = items.map((row) => ({ ...row, message: escapeHtml(row.message) }));
        return { ...page, items: escaped, collection: escaped };
      },
    },
  },
  keepsNewRefreshTokens: false,
};

function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, JsonSchema>> };
  const property = properties[name];
  if (!property) throw new Error(`a page has no ${name}`);
  return property;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
