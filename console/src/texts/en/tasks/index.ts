export { bulk } from './bulk.ts';
export { files } from './files.ts';
export { imports } from './imports.ts';
