import { typeCode } from './chunk-types.ts';
import { KeptBytes } from './kept-bytes.ts';
import { orientationIn, tiffWith } from './tiff.ts';

const NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'].map(typeCode));
const [EXTENDED, EXIF] = [typeCode('VP8X'), typeCode('EXIF')];
/** Where the first chunk begins, and where the one of an extended file says which others there are: bits for EXIF and XMP. */
const [FIRST, FLAGS] = [12, 20];
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];

/** A WebP's chunks without those that describe it; what follows its end goes as well. Of EXIF the first chunk counts. */
export function cleanWebp(file: Buffer): Buffer {
  const webp = file.subarray(0, 8 + file.readUInt32LE(4));
  const kept = new KeptBytes(webp);
  kept.keep(0, FIRST);
  let exif: Buffer | undefined;
  for (let at = FIRST; at + 8 <= webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    const end = at + 8 + size;
    const next = end + (size % 2); // the last one may lack its byte of padding
    const type = webp.readUInt32BE(at);
    if (NEEDED.has(type)) kept.keep(at, next);
    else kept.leaveOut(end);
    if (type === EXIF) exif ??= webp.subarray(at + 8, end);
    at = next;
  }
  const isExtended = webp.length >= FIRST + 4 && webp.readUInt32BE(FIRST) === EXTENDED;
  const orientation = isExtended && exif ? orientationIn(exif) : undefined;
  if (orientation !== undefined) kept.add(exifChunk(orientation));
  const cleaned = kept.bytes();
  cleaned.writeUInt32LE(cleaned.length - 8, 4);
  if (isExtended)
    cleaned[FLAGS] =
      ((cleaned[FLAGS] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (orientation === undefined ? 0 : HAS_EXIF);
  return cleaned;
}

function exifChunk(orientation: number): Buffer {
  const tiff = tiffWith(orientation);
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(tiff.length, 4);
  return Buffer.concat([head, tiff]);
}
