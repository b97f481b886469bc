// What is done with the values of a write.

export { cleanGiven, cleanValue, cleanWhole, inColumns, isOfOther, removedHtmlIn } from './clean.ts';
export {
  type Judged,
  keepClosed,
  keepLegacy,
  maySeeAndChange,
  openFields,
  refuseUnwritten,
  rightsIn,
  setAsideLegacy,
} from './kept-values.ts';
export { fillAll, fillDue } from './made-values.ts';
export { momentAfter, stampCreation, stampUpdate } from './stamps.ts';
export { lockOfTargets, lockTargets, requireTargets, targetErrors } from './targets.ts';
export { lockPlace, placeErrors, requirePlace } from './tree-places.ts';
export { settleUnique, takenError, takenFields, visibleNames } from './unique.ts';
