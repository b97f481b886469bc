// The steps of a change of tables.

export { prune, pruneSteps, recover } from './dropped-columns.ts';
export { earlierIndexes } from './index-steps.ts';
export { earlierKeys, type OnRows, outdatedKeys, outdatedNotices } from './key-steps.ts';
export { earlierRules } from './rule-steps.ts';
export { describeStep, type Rows, type SchemaStep } from './step.ts';
