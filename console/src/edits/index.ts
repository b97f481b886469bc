// What is edited and not yet saved.

export { browserEdits } from './edit-store.ts';
export { openRecordEdit } from './record-edit.ts';
export { type SavedRecord, sendEdit } from './send-edit.ts';
export {
  type EditPlace,
  isNewRecord,
  keyOf,
  type Proposal,
  randomKey,
  type UnsavedEdit,
} from './unsaved-edit.ts';
export { openPlace, useUnsavedEdits } from './use-unsaved-edits.ts';
