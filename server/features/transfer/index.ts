// What imports offer to changes by filter.

export { beginImport } from './begin-import.ts';
export { importOf } from './held-import.ts';
export { type ImportRecord, importCollection } from './import.collection.ts';
export { LIMIT, requireRoom } from './import-bounds.ts';
export { followWithImport, followWithUndo } from './import-jobs.ts';
export { reportAnswer, shownImport } from './import-routes.ts';
export { importSchema } from './import-schema.ts';
export { receiveFile } from './receive-file.ts';
export { accepted, beginWithFile, type ImportParts, newFileKey, requireUnreviewed } from './start-import.ts';
export { beginUndo } from './undo-import.ts';
