// What lists offer to the store of records.

export { type Aggregate, makeAggregate } from './aggregate.ts';
export { type Export, makeExport } from './export.ts';
export { Advice } from './index-fit.ts';
export { type List, makeList } from './list.ts';
