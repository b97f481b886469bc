// What a definition file may import: everything here is public, everything else is the server's own.
export { everyone, login, loginUnlessOff, ownRows, permission, superAdministrator } from './access-rule.ts';
export { bigint } from './bigint.ts';
export { boolean } from './boolean.ts';
export { choice } from './choice.ts';
export { dateTime } from './date-time.ts';
export { decimal } from './decimal.ts';
export { defineRecord } from './define-record.ts';
export { integer } from './integer.ts';
export { longText } from './long-text.ts';
export { reference } from './reference.ts';
export type { NewRow, RowChanges, RowOf } from './row-types.ts';
export { text } from './text.ts';
