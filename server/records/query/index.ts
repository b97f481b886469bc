// What queries offer to the other rooms of records.

export { Bindings } from './conditions/bindings.ts';
export {
  allOf,
  always,
  type Condition,
  type ConditionWriter,
  inRange,
  isAlways,
  isFound,
  matches,
  never,
  toSql,
} from './conditions/condition.ts';
export { readRecords } from './conditions/filter.ts';
export { CREATOR, MINE, readMine } from './conditions/mine.ts';
export { rightsWhereNamed } from './conditions/named-fields.ts';
export { type Narrowing, readNarrowing, readParts } from './conditions/narrowing.ts';
export { patternsOf } from './conditions/patterns.ts';
export { flagsOf, type Permitted, permittedWith, readPermitted } from './conditions/permitted.ts';
export { readSearch, type Search } from './conditions/search.ts';
export { keysetRanges, makeKeysetRanges, mayBeShortened, writeCursor } from './cursor.ts';
export { readMeasures } from './measures.ts';
export { fieldNamed } from './names.ts';
export { DISTANCE, type Path, Paths } from './paths.ts';
export { nameOfPeriod, readZone } from './periods.ts';
export { Queries } from './queries.ts';
export { columnsInEach, type RequestedLocales, readLocales, valuesIn } from './requested-locales.ts';
export type { Scope } from './scope.ts';
export { type Select, selectColumns } from './select.ts';
export {
  type BackCount,
  type Expansion,
  flagsOfSeen,
  isSeenIn,
  readSelection,
  type Selection,
  type Showing,
} from './selection.ts';
export { readOrder, readSort, reversed, type Sort } from './sort.ts';
export { countsOf, recordsWith } from './source.ts';
