import { crc32 } from 'node:zlib';
import { typeCode } from './chunk-types.ts';
import { KeptBytes } from './kept-bytes.ts';
import { orientationIn, tiffWith } from './tiff.ts';

/** Pixels, frames, colours and resolution. What else a chunk may hold describes the image. */
const NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'
    .split(' ')
    .map(typeCode),
);
const [END, EXIF] = [typeCode('IEND'), typeCode('eXIf')];
/** Of the first letter of a type: the image can be shown without such a chunk. */
const ANCILLARY = 0x20;

/** A PNG's chunks without those that describe it; what follows its end goes as well. Of EXIF the first chunk counts. */
export function cleanPng(png: Buffer): Buffer {
  const kept = new KeptBytes(png);
  kept.keep(0, 8);
  let hasExif = false;
  for (let at = 8; at + 8 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    const type = png.readUInt32BE(at + 4);
    if (NEEDED.has(type)) kept.keep(at, end);
    else if (png.readUInt8(at + 4) & ANCILLARY) kept.leaveOut(end); // any other is what is left of a cut-off end
    if (type === EXIF) {
      const orientation = hasExif ? undefined : orientationIn(png.subarray(at + 8, end - 4));
      hasExif = true;
      if (orientation !== undefined) kept.add(exifChunk(orientation));
    }
    if (type === END) break;
    at = end;
  }
  return kept.bytes();
}

function exifChunk(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from('eXIf'), tiffWith(orientation)]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), chunk.length - 4);
  return chunk;
}
