import { createRequire } from 'node:module';
import { TEXT_TYPES } from '../../contract/text-types.ts';

const require = createRequire(import.meta.url);

/** Known without the library, which takes a while to load. */
const COMMON: ReadonlySet<string> = new Set([
  ...['jpg', 'png', 'gif', 'webp', 'avif', 'pdf', 'docx', 'xlsx', 'pptx', 'zip', 'mp3', 'mp4', 'webm'],
  ...Object.keys(TEXT_TYPES),
]);

/** Images whose metadata nothing here finds. */
const UNCLEANABLE: ReadonlySet<string> = new Set([
  ...[
    'arw',
    'bmp',
    'bpg',
    'cr2',
    'cr3',
    'cur',
    'dng',
    'dwg',
    'flif',
    'icns',
    'ico',
    'j2c',
    'jls',
    'jp2',
    'jpm',
  ],
  ...['jpx', 'jxl', 'jxr', 'ktx', 'mj2', 'nef', 'orf', 'psd', 'raf', 'rw2', 'tif', 'xcf'],
]);

export const uploadTypesForm =
  'extensions such as jpg, png, pdf, zip, txt, csv, json, md, vtt, svg, separated by commas';

/** Whether the server can tell files of this type, named by its extension. */
export function isUploadType(extension: string): boolean {
  if (COMMON.has(extension)) return true;
  const { supportedExtensions } = require('file-type') as typeof import('file-type');
  return supportedExtensions.has(extension);
}

/** What is wrong with types of which every file would be refused, in one line; undefined if nothing is. */
export function refusedTypes(extensions: readonly string[], keepsMetadata: boolean): string | undefined {
  const refused = keepsMetadata ? [] : extensions.filter((one) => UNCLEANABLE.has(one));
  if (refused.length === 0) return undefined;
  return `UPLOAD_TYPES: '${refused.join(',')}' cannot be used, as nothing removes the metadata of such images; allowed: other types, or UPLOAD_KEEP_METADATA=true`;
}
