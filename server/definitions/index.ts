// What a definition file may import: everything here is public, everything else is the server's own.
export type { Json } from '../shared/json.ts';
export {
  type Actor,
  type Actor as Asker,
  anyOf,
  everyone,
  login,
  loginUnlessOff,
  ownRows,
  permission,
  rowsWhere,
  superAdministrator,
} from './access-rule.ts';
export { defineRecord } from './define-record.ts';
export { bigint } from './fields/bigint.ts';
export { boolean } from './fields/boolean.ts';
export { choice } from './fields/choice.ts';
export { date } from './fields/date.ts';
export { dateTime } from './fields/date-time.ts';
export { decimal } from './fields/decimal.ts';
export { email } from './fields/email.ts';
export { file } from './fields/file.ts';
export { integer } from './fields/integer.ts';
export { json } from './fields/json.ts';
export { longText } from './fields/long-text.ts';
export { reference } from './fields/reference.ts';
export { references } from './fields/references.ts';
export { richText } from './fields/rich-text.ts';
export { slug } from './fields/slug.ts';
export { text } from './fields/text.ts';
export { url } from './fields/url.ts';
export type { HookEvent, HookRecords, Hooks } from './hooks.ts';
export { refuse } from './refuse.ts';
export type { NewRow, RowChanges, RowOf } from './row-types.ts';
