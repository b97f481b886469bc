// What other features may use of this one.
export { openInspection } from './inspection/inspect.ts';
export { keyOf } from './keep.ts';
export { makeTakeFile } from './moved-in/take-file.ts';
