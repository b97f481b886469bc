// What a removal offers to other writes, and to the past.

export { deletedRecords, eraseDeleted, eraseEvenDeleted, overwrite, updateDeleted } from './deleted.ts';
export { deletion } from './deletion.collection.ts';
export { purgesOf, useFiles } from './used-files.ts';
