import type { Definition } from './define-collection.ts';

const files = new WeakMap<Definition, string>();

/** Records the file of a definition, for messages about it. */
export function setFile(definition: Definition, file: string): void {
  files.set(definition, file);
}

/** Takes a definition for one of the file that another came from. */
export function setSameFile(definition: Definition, other: Definition): void {
  const file = files.get(other);
  if (file !== undefined) files.set(definition, file);
}

/** ` (content/book.ts)`; empty for a definition that came from no file. */
export function inFile(definition: Definition): string {
  const file = files.get(definition);
  return file === undefined ? '' : ` (${file})`;
}
