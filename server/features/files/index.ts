// What files offer to their library and to uploads in pieces.

export { failures } from './failures.ts';
export {
  mayChange,
  mayEdit,
  seesAll,
  seesArrangement,
  shownFiles,
  uploaderOrEditor,
  uploaderOrStaff,
} from './file-access.ts';
export type { FileParts } from './file-parts.ts';
export { type FileRecord, keepFiles } from './keep.ts';
export { message } from './messages/message.ts';
export { lockUploads, openUploadsOf, requireWithinQuota } from './quota.ts';
export { cleanName, receiveFile } from './receive.ts';
export { listedFile, newFileProperties, shownFile, shownNewFile } from './shown-file.ts';
