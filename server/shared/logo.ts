import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** The media types of a logo, by the endings of files. */
export const LOGO_TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.jpg', 'image/jpeg'],
]);

/** The image of a project. */
export interface Logo {
  readonly bytes: Buffer;
  readonly type: string;
}

/** Reads the file that PROJECT_LOGO names, whose ending has been checked; undefined without the setting. */
export function readLogo(path: string | undefined): Logo | undefined {
  if (path === undefined) return undefined;
  return { bytes: readFileSync(path), type: LOGO_TYPES.get(extname(path)) ?? 'application/octet-stream' };
}
