import { KeptBytes } from './kept-bytes.ts';
import { orientationIn, tiffWith } from './tiff.ts';

const [EOI, SOS, APP0, APP1, APP2, APP14, APP15, COMMENT] = [0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe];

/**
 * A colour profile has at most 255 parts; two segments more may be needed. The image library takes ten times the bytes of a small
 * one.
 */
const MOST_APPLICATION_SEGMENTS = 257;

/** A JPEG's segments without those that describe it; what follows its end goes as well. Of EXIF the first block counts. */
export function cleanJpeg(jpeg: Buffer): Buffer {
  const kept = new KeptBytes(jpeg);
  kept.keep(0, 2);
  let hasExif = false;
  let applications = 0;
  for (const { marker, at, end } of segmentsOf(jpeg)) {
    if (isNeeded(marker, jpeg, at)) {
      if (marker >= APP0 && marker <= APP15) applications += 1;
      if (applications > MOST_APPLICATION_SEGMENTS) throw new RangeError('there are too many segments');
      kept.keep(at, end);
    } else kept.leaveOut(end);
    if (marker !== APP1 || hasExif || !isOf(jpeg, at, 'Exif\0')) continue;
    const orientation = orientationIn(jpeg.subarray(at + 4, end));
    hasExif = true;
    if (orientation !== undefined) kept.add(exifSegment(orientation));
  }
  return kept.bytes();
}

/** A marker with its parameters, and for a scan with its coded data. The last one may be cut off. */
interface Segment {
  readonly marker: number;
  readonly at: number;
  readonly end: number;
}

function* segmentsOf(jpeg: Buffer): Generator<Segment> {
  for (let at = 2; jpeg[at] === 0xff; ) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (marker === EOI) yield { marker, at, end: at + 2 };
    if (marker === EOI || at + 4 > jpeg.length) return;
    const data = hasNoLength(marker) ? at + 2 : at + 2 + jpeg.readUInt16BE(at + 2);
    const end = marker === SOS ? endOfScan(jpeg, data) : data;
    yield { marker, at, end };
    at = end;
  }
}

/** Colours need the JFIF and Adobe segments and the colour profile; all other application segments describe. */
function isNeeded(marker: number, jpeg: Buffer, at: number): boolean {
  if (marker === APP0) return isOf(jpeg, at, 'JFIF\0');
  if (marker === APP2) return isOf(jpeg, at, 'ICC_PROFILE\0');
  if (marker === APP14) return isOf(jpeg, at, 'Adobe');
  return marker !== COMMENT && (marker < APP1 || marker > APP15);
}

function isOf(jpeg: Buffer, at: number, name: string): boolean {
  return jpeg.toString('latin1', at + 4, at + 4 + name.length) === name;
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
