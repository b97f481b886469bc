// The options of collections and fields.

export { type HandOrder, handOrderOf, indexOfOrder, problemsOfOrder } from './hand-order.ts';
export {
  type Presentation,
  presentationChecks,
  presentationOf,
  problemsOfPresentation,
} from './presentation.ts';
export { isWayBack, problemsOfWays, type WayBack } from './referred-by.ts';
export { levelsOf, problemsOfSearch, type SearchLevels, searchLevels } from './search-levels.ts';
export { problemsOfTree, treeOf } from './tree.ts';
export { countsNulls, fieldsOf, problemsOfGroups, uniqueGroups } from './unique-groups.ts';
