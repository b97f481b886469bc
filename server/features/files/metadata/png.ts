import { crc32 } from 'node:zlib';
import { orientationIn, tiffWith } from './tiff.ts';

/** Pixels, frames, colours and resolution. What else a chunk may hold describes the image. */
const NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
);

/** A PNG's chunks without those that describe it; what follows its end goes as well. */
export function cleanPng(png: Buffer): Buffer[] {
  const kept = [png.subarray(0, 8)];
  for (let at = 8; at + 8 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const orientation = type === 'eXIf' ? orientationIn(png.subarray(at + 8, end - 4)) : undefined;
    if (orientation !== undefined) kept.push(exifChunk(orientation));
    else if (NEEDED.has(type)) kept.push(png.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  return kept;
}

function exifChunk(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from('eXIf'), tiffWith(orientation)]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), chunk.length - 4);
  return chunk;
}
