import { takesType } from '../../definitions/fields/file.ts';
import { loadSharp } from '../../shared/system/load-sharp.ts';

interface Sample {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The types of files that can be made up, the simplest first: a server that takes them reads them by their content. */
const KINDS: Readonly<Record<string, readonly [type: string, bytes: string]>> = {
  txt: ['text/plain', 'n1\n'],
  pdf: ['application/pdf', '%PDF-1.4\n%%EOF\n'],
  csv: ['text/csv', 'a,b\n1,2\n'],
  json: ['application/json', '{}\n'],
  md: ['text/markdown', '# n1\n'],
  vtt: ['text/vtt', 'WEBVTT\n'],
  mp3: ['audio/mpeg', 'ID3\x04\0\0\0\0\0\0'],
  mp4: ['video/mp4', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
};
const IMAGES = {
  png: ['png', 'image/png'],
  jpg: ['jpeg', 'image/jpeg'],
  webp: ['webp', 'image/webp'],
  gif: ['gif', 'image/gif'],
} as const;

/** A file that a field accepts, and a server that takes these types by their extensions; undefined if none can be made up. */
export async function sampleFile(
  accept: readonly string[] | undefined,
  types: ReadonlySet<string>,
): Promise<Sample | undefined> {
  const fits = (extension: string, type: string) => types.has(extension) && takesType(accept, type);
  const text = Object.entries(KINDS).find(([extension, [type]]) => fits(extension, type));
  if (text) {
    const [extension, [type, bytes]] = text;
    return { name: `n1.${extension}`, type, bytes: Buffer.from(bytes, 'latin1') };
  }
  const image = Object.entries(IMAGES).find(([extension, [, type]]) => fits(extension, type));
  if (!image) return undefined;
  const [extension, [format, type]] = image;
  const sharp = await loadSharp();
  const grey = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } });
  return { name: `n1.${extension}`, type, bytes: await grey.toFormat(format).toBuffer() };
}
