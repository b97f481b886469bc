// What imports offer to changes by filter.

export { beginImport } from './begin-import.ts';
export { importOf } from './held-import.ts';
export { requireRoom } from './import-bounds.ts';
export { followWithImport } from './import-jobs.ts';
export { receiveFile } from './receive-file.ts';
export { beginWithFile, type ImportParts, newFileKey, requireUnreviewed } from './start-import.ts';
