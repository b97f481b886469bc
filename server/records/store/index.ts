// What the store offers to the rooms above it.

export type { AdoptedRows } from './adopted-rows.ts';
export { chunksOf, inChunks } from './chunks.ts';
export { makeStatements, type UniqueGroup } from './collection-statements.ts';
export type { RecordStore } from './collection-store.ts';
export { filesReferredTo } from './files-referred-to.ts';
export { KeptColumns, sightColumns, TREE_PATH, treePathColumn } from './kept-columns.ts';
export { OwnReads } from './own-reads.ts';
export { matchingRecords, reachableRecords, reachErrors } from './reachable-records.ts';
export { type Lock, LockingReads, Reads } from './reads.ts';
export {
  type Caused,
  type Committed,
  fromStoredAuthor,
  type RecordEvent,
  rightsOver,
  type StoredAuthor,
  system,
  toStoredAuthor,
  type WriteContext,
  type WriteReads,
} from './write-context.ts';
