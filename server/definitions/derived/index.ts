// Collections and fields that follow from others.

export { draftCollection } from './draft-collection.ts';
export { draftName } from './draft-fields.ts';
export { inLocales } from './in-locales.ts';
export { linkCollection } from './link-collection.ts';
export { USER, withUsers } from './users-as-targets.ts';
