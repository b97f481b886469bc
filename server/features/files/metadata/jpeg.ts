import { orientationIn, tiffWith } from './tiff.ts';

const [EOI, SOS, APP0, APP1, APP2, APP14, APP15, COMMENT] = [0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe];

/** A JPEG's segments without those that describe it; what follows its end goes as well. */
export function cleanJpeg(jpeg: Buffer): Buffer[] {
  const kept = [jpeg.subarray(0, 2)];
  for (let at = 2; jpeg[at] === 0xff; ) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (marker === EOI) return [...kept, jpeg.subarray(at, at + 2)];
    if (at + 4 > jpeg.length) break;
    const end = hasNoLength(marker) ? at + 2 : at + 2 + jpeg.readUInt16BE(at + 2);
    const next = marker === SOS ? endOfScan(jpeg, end) : end;
    const segment = jpeg.subarray(at, next);
    const orientation =
      marker === APP1 && isOf(segment, 'Exif\0') ? orientationIn(segment.subarray(4)) : undefined;
    if (orientation !== undefined) kept.push(exifSegment(orientation));
    else if (isNeeded(marker, segment)) kept.push(segment);
    at = next;
  }
  return kept;
}

/** Colours need the JFIF and Adobe segments and the colour profile; all other application segments describe. */
function isNeeded(marker: number, segment: Buffer): boolean {
  if (marker === APP0) return isOf(segment, 'JFIF\0');
  if (marker === APP2) return isOf(segment, 'ICC_PROFILE\0');
  if (marker === APP14) return isOf(segment, 'Adobe');
  return marker !== COMMENT && (marker < APP1 || marker > APP15);
}

function isOf(segment: Buffer, name: string): boolean {
  return segment.toString('latin1', 4, 4 + name.length) === name;
}

/** TEM and the restart markers. */
function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** Where the coded data ends: at the first marker that is neither a stuffed byte nor a restart. */
function endOfScan(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at !== -1; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !hasNoLength(next)) return at;
  }
  return jpeg.length;
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiffWith(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
