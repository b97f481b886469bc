// What a definition file may import: everything here is public, everything else is the server's own.
export type { Json } from '../json.ts';
export {
  type Asker,
  anyOf,
  everyone,
  login,
  loginUnlessOff,
  ownRows,
  permission,
  rowsWhere,
  superAdministrator,
} from './access-rule.ts';
export { bigint } from './bigint.ts';
export { boolean } from './boolean.ts';
export { choice } from './choice.ts';
export { date } from './date.ts';
export { dateTime } from './date-time.ts';
export { decimal } from './decimal.ts';
export { defineRecord } from './define-record.ts';
export { email } from './email.ts';
export { file } from './file.ts';
export type { HookEvent, HookRecords, Hooks } from './hooks.ts';
export { integer } from './integer.ts';
export { json } from './json.ts';
export { longText } from './long-text.ts';
export { reference } from './reference.ts';
export { references } from './references.ts';
export { refuse } from './refuse.ts';
export { richText } from './rich-text.ts';
export type { NewRow, RowChanges, RowOf } from './row-types.ts';
export { slug } from './slug.ts';
export { text } from './text.ts';
export { url } from './url.ts';
