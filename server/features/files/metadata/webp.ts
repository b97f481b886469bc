import { orientationIn, tiffWith } from './tiff.ts';

const NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Where the head of an extended file says which chunks there are: bits for EXIF and XMP. */
const FLAGS = 8;
const [EXIF, XMP] = [0x08, 0x04];

/** A WebP's chunks without those that describe it; what follows its end goes as well. */
export function cleanWebp(webp: Buffer): Buffer[] {
  const kept: Buffer[] = [];
  let head: Buffer | undefined;
  const limit = Math.min(webp.length, 8 + webp.readUInt32LE(4));
  for (let at = 12; at + 8 <= limit; ) {
    const size = webp.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    const type = webp.toString('latin1', at, at + 4);
    const orientation = type === 'EXIF' ? orientationIn(webp.subarray(at + 8, at + 8 + size)) : undefined;
    if (type === 'VP8X' && !head && end <= limit) {
      head = Buffer.from(webp.subarray(at, end));
      head[FLAGS] = (head[FLAGS] ?? 0) & ~(EXIF | XMP);
      kept.push(head);
    } else if (orientation !== undefined && head) {
      head[FLAGS] = (head[FLAGS] ?? 0) | EXIF;
      kept.push(exifChunk(orientation));
    } else if (NEEDED.has(type)) kept.push(webp.subarray(at, Math.min(end, limit)));
    at = end;
  }
  const start = Buffer.from(webp.subarray(0, 12));
  start.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4);
  return [start, ...kept];
}

function exifChunk(orientation: number): Buffer {
  const tiff = tiffWith(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(tiff.length, 4);
  return Buffer.concat([head, tiff]);
}
