// What the library offers to the other routes of files.

export { arrangementParameters, asksForArrangement, narrowToArrangement } from './arrangement.ts';
export { describedFileRoutes } from './described-file-routes.ts';
export { fileFolder } from './file-folder.collection.ts';
export { fileTag, taggedFile } from './file-tag.collection.ts';
export { folderRoutes } from './folder-routes.ts';
export { tagRoutes } from './tag-routes.ts';
export { tagsOf } from './tagging.ts';
