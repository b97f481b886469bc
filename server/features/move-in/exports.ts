// What other features may use of this one.
export { writeArchive } from './archive/write-archive.ts';
