// What dialects offer to the other rooms of HTTP.

export { failureBody, recordsRefusedBody } from './answer-bodies.ts';
export { dialectOf } from './asked-dialect.ts';
export type { BodyStyle } from './bodies.ts';
export { type BodyForm, bodyFormAt, bodyFormOf } from './body-form.ts';
export type { Dialect } from './dialect.ts';
export { withProperties } from './forms.ts';
export { inDialect } from './in-dialect.ts';
