// What forms do with values.

export { isComposing } from './composition.ts';
export type { Entry } from './entries.ts';
export { type FieldValue, sameValue } from './field-values.ts';
export { isBlank } from './localised.ts';
export { mayReorder } from './order-by-hand.ts';
export { differencesOf, pastStates } from './past-states.ts';
export type { FieldConflict, Values } from './record-merge.ts';
export { titleIn } from './record-title.ts';
export { idsBy, isInner, type Relation, relationsOf, relationsTo } from './relations.ts';
