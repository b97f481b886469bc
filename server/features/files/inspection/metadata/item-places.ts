import type { Box } from './boxes.ts';

/** Where a part of an item lies. */
export interface Extent {
  readonly item: number;
  readonly source: 'file' | 'items' | 'elsewhere';
  readonly offset: number;
  /** 0: all of its source. */
  readonly length: number;
}

/** Even an image of many tiles has fewer. */
const MOST_EXTENTS = 20_000;

/**
 * Where the items lie (ISO/IEC 14496-12, 8.11.3). Throws a RangeError if the box holds less than it claims. An extent without
 * any number takes no bytes, so a few bytes could claim thousands of them: it is refused.
 */
export function extentsIn(file: Buffer, { start, end }: Box): Extent[] {
  const version = file.readUInt8(start);
  const [sizes, more] = [file.readUInt8(start + 4), file.readUInt8(start + 5)];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version === 0 ? 0 : more & 15;
  const read = reader(file, start + 6, end);
  const wide = version === 2 ? 4 : 2;
  const extents: Extent[] = [];
  for (let items = read(wide); items > 0; items -= 1) {
    const item = read(wide);
    const method = version === 0 ? 0 : read(2) & 15;
    const isHere = read(2) === 0;
    const base = read(baseSize);
    const count = read(2);
    if (count > 0 && offsetSize + lengthSize === 0) throw new RangeError('extents have no places');
    if (extents.length + count > MOST_EXTENTS) throw new RangeError('there are too many extents');
    const source = isHere ? (SOURCES[method] ?? 'elsewhere') : 'elsewhere';
    for (let left = count; left > 0; left -= 1) {
      read(indexSize);
      extents.push({ item, source, offset: base + read(offsetSize), length: read(lengthSize) });
    }
  }
  return extents;
}

/** By the method of construction. */
const SOURCES = ['file', 'items'] as const;

/** Reads one number after the other, of as many bytes as it is asked for. */
function reader(file: Buffer, from: number, end: number): (size: number) => number {
  let at = from;
  return (size) => {
    if (at + size > end) throw new RangeError('the places of the items are cut off');
    at += size;
    if (size === 8) return Number(file.readBigUInt64BE(at - 8));
    return size === 0 ? 0 : file.readUIntBE(at - size, size);
  };
}
