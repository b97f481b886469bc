// What definitions are checked for.

export { placeOf } from './error-place.ts';
export { importHint } from './import-hint.ts';
export { aFunction, anObject, flag, needed, oneOf, text, wholeNumber } from './option-checks.ts';
export type { OptionCheck, OptionTable } from './options.ts';
export { problemOfSchemas } from './schema-problem.ts';
