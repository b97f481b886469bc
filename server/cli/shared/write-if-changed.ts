import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderSync } from '../../shared/system/folders.ts';

/** Writes a file that is generated from definitions. Returns whether that changed it. */
export function writeIfChanged(file: string, text: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  makeFolderSync(dirname(file), 0o777);
  writeFileSync(file, text);
  return true;
}
