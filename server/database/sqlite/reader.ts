import { DatabaseSync } from 'node:sqlite';

/** How much of the file is mapped into memory, where reading a page costs a third of a read by a call. */
const MAPPED_BYTES = 256 * 1024 * 1024;

/** Opens a file for reading alone. */
export function openReader(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  reader.exec(`pragma mmap_size = ${MAPPED_BYTES}`);
  return reader;
}
