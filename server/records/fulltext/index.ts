// What full text indexes offer to the other rooms of records.

export { type Highlights, highlightsOfRecords } from './highlight.ts';
export { indexRecords } from './index-records.ts';
export { formOf, makeRequireIndex } from './index-state.ts';
export { searched } from './searched.collection.ts';
