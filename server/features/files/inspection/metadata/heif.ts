import { type Box, Boxes } from './boxes.ts';
import { type Extent, extentsIn } from './item-places.ts';
import { requireWithin } from './kept-bytes.ts';

/** The boxes whose own boxes may describe the image. */
const INSIDE: Readonly<Record<string, string>> = { moov: 'trak' };

/**
 * An AVIF or HEIC whose descriptions are overwritten with zeros, in place: all positions in it stay right. Its orientation is no
 * part of them.
 */
export function cleanHeif(heif: Buffer): Buffer {
  const boxes = new Boxes(heif);
  const clean = (among: readonly Box[], container: string | undefined): Range[] =>
    among.flatMap((box) => {
      if (box.type === container) return clean(boxes.between(box.start, box.end), INSIDE[container]);
      if (box.type === 'udta' || box.type === 'uuid') erase(heif, box);
      return box.type === 'meta' ? itemsIn(heif, boxes, box) : [];
    });
  for (const { start, end } of described(clean(boxes.between(0, heif.length), 'moov')))
    heif.fill(0, start, end);
  return heif;
}

/** A part of the file. */
interface Range {
  readonly start: number;
  readonly end: number;
  readonly isDescription: boolean;
}

function erase(file: Buffer, { at, start, end }: Box): void {
  file.write('free', at + 4, 'latin1');
  file.fill(0, start, end);
}

/** The ranges that describe, from the front. Throws a RangeError if one of them reaches into another item. */
function described(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((one, other) => one.start - other.start);
  const reached = [0, 0]; // how far the other items reach, and the descriptions
  for (const { start, end, isDescription } of sorted) {
    const [own, other] = isDescription ? ([1, 0] as const) : ([0, 1] as const);
    if (start < (reached[other] ?? 0)) throw new RangeError('a description lies in another item');
    reached[own] = Math.max(reached[own] ?? 0, end);
  }
  return sorted.filter(({ isDescription }) => isDescription);
}

function itemsIn(file: Buffer, boxes: Boxes, meta: Box): Range[] {
  const inner = boxes.between(meta.start + 4, meta.end);
  const find = (type: string) => inner.find((box) => box.type === type);
  const [infos, places, data] = [find('iinf'), find('iloc'), find('idat')];
  if (!infos || !places) return [];
  const describing = new Set(describingItems(file, boxes, infos));
  return extentsIn(file, places).flatMap((extent) => {
    const isDescription = describing.has(extent.item);
    if (!isDescription && (extent.length === 0 || extent.source === 'elsewhere')) return [];
    return [{ ...rangeOf(file, extent, data), isDescription }];
  });
}

/** Throws a RangeError if an extent has no bytes, or not all of them are in the file. */
function rangeOf(file: Buffer, { source, offset, length }: Extent, data: Box | undefined) {
  const within = source === 'file' ? { start: 0, end: file.length } : source === 'items' ? data : undefined;
  const start = (within?.start ?? 0) + offset;
  if (!within || length === 0) throw new RangeError('a description is not in the file');
  requireWithin(file.subarray(0, within.end), start + length);
  return { start, end: start + length };
}

/** The items that are EXIF, XMP or other text. */
function describingItems(file: Buffer, boxes: Boxes, { start, end }: Box): number[] {
  const isShort = file[start] === 0;
  const inner = boxes.between(start + (isShort ? 6 : 8), end);
  const claimed = isShort ? file.readUInt16BE(start + 4) : file.readUInt32BE(start + 4);
  if (claimed > inner.length) throw new RangeError('there are fewer items than the file claims');
  return inner.flatMap((info) => {
    const isWide = file[info.start] === 3;
    const item = isWide ? file.readUInt32BE(info.start + 4) : file.readUInt16BE(info.start + 4);
    const at = info.start + (isWide ? 10 : 8);
    const type = file.toString('latin1', at, at + 4);
    return type === 'Exif' || type === 'mime' || type === 'uri ' ? [item] : [];
  });
}
