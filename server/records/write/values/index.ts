// What is done with the values of a write.

export { cleanGiven, cleanValue, cleanWhole, inColumns, isOfOther, removedHtmlIn } from './clean.ts';
export { keepClosed, maySeeAndChange, openFields } from './closed-fields.ts';
export { type Judged, keepLegacy, setAsideLegacy } from './legacy-values.ts';
export { fillAll, fillDue } from './made-values.ts';
export { momentAfter, stampCreation, stampUpdate } from './stamps.ts';
export { lockOfTargets, lockTargets, requireTargets, targetErrors } from './targets.ts';
export { lockPlace, placeErrors, requirePlace } from './tree-places.ts';
export { settleUnique, takenError, takenFields, visibleNames } from './unique.ts';
export { refuseUnwritten } from './unwritten.ts';
