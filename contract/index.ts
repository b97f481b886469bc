// What server and console share.

export {
  ACTIONS,
  type Action,
  type AuditForm,
  DRAFT_ACTIONS,
  type DraftAction,
  PAST_ACTIONS,
  type PastAction,
  REMOVED_BY_RULE,
} from './audit.ts';
export { type Column, declaredColumn, type Shape } from './column.ts';
export { PART_KINDS, PARTS_CONTRACT, type ToldPart } from './console-parts.ts';
export { FORMATS, type Format, MEDIA_TYPES } from './formats.ts';
export { type JsonSchema, Type, type TypeOf } from './json-schema.ts';
export {
  MAX_BODY_BYTES,
  MAX_HOPS,
  MAX_INDEXED_CHARACTERS,
  MAX_INDEXED_WIDTH,
  MAX_PAGE_SIZE,
  MAX_SEARCHED_VALUES,
  MIN_COLUMN_CHARACTERS,
} from './limits.ts';
export { CONSOLE_PATH } from './own-paths.ts';
