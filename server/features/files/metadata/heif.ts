interface Box {
  readonly type: string;
  readonly at: number;
  /** Where its content begins and ends. */
  readonly start: number;
  readonly end: number;
}

const CONTAINERS = new Set(['moov', 'trak']);

/**
 * An AVIF or HEIC whose descriptions are overwritten with zeros: all positions in it stay right. Its orientation is no part
 * of them.
 */
export function cleanHeif(heif: Buffer): Buffer[] {
  const cleaned = Buffer.from(heif);
  for (const box of boxesIn(heif, 0, heif.length)) cleanBox(cleaned, box);
  return [cleaned];
}

function cleanBox(file: Buffer, box: Box): void {
  if (CONTAINERS.has(box.type)) for (const inner of boxesIn(file, box.start, box.end)) cleanBox(file, inner);
  if (box.type === 'udta' || box.type === 'uuid') {
    file.write('free', box.at + 4, 'latin1');
    file.fill(0, box.start, box.end);
  }
  if (box.type === 'meta') cleanItems(file, boxesIn(file, box.start + 4, box.end));
}

function cleanItems(file: Buffer, boxes: readonly Box[]): void {
  const find = (type: string) => boxes.find((box) => box.type === type);
  const [infos, places, data] = [find('iinf'), find('iloc'), find('idat')];
  if (!infos || !places) return;
  const described = new Set(describingItems(file, infos));
  for (const { item, isInData, offset, length } of extentsOf(file, places)) {
    const start = offset + (isInData ? (data?.start ?? file.length) : 0);
    if (described.has(item))
      file.fill(0, Math.min(start, file.length), Math.min(start + length, file.length));
  }
}

/** The items that are EXIF, XMP or other text. */
function describingItems(file: Buffer, { start, end }: Box): number[] {
  const isShort = file[start] === 0;
  return boxesIn(file, start + (isShort ? 6 : 8), end).flatMap((info) => {
    const isWide = file[info.start] === 3;
    const item = isWide ? file.readUInt32BE(info.start + 4) : file.readUInt16BE(info.start + 4);
    const at = info.start + (isWide ? 10 : 8);
    const type = file.toString('latin1', at, at + 4);
    return type === 'Exif' || type === 'mime' || type === 'uri ' ? [item] : [];
  });
}

interface Extent {
  readonly item: number;
  /** Whether it lies in the box of items' data instead of anywhere in the file. */
  readonly isInData: boolean;
  readonly offset: number;
  readonly length: number;
}

/** Where the items lie (ISO/IEC 14496-12, 8.11.3). */
function extentsOf(file: Buffer, { start, end }: Box): Extent[] {
  const version = file[start] ?? 0;
  const [sizes = 0, more = 0] = [file[start + 4], file[start + 5]];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version === 0 ? 0 : more & 15;
  let at = start + 6;
  const read = (size: number): number => {
    if (at + size > end) throw new RangeError('the places of the items are cut off');
    at += size;
    return size === 8
      ? Number(file.readBigUInt64BE(at - 8))
      : size === 0
        ? 0
        : file.readUIntBE(at - size, size);
  };
  const wide = version === 2 ? 4 : 2;
  const extents: Extent[] = [];
  for (let items = read(wide); items > 0; items -= 1) {
    const item = read(wide);
    const isInData = version > 0 && (read(2) & 15) === 1;
    read(2);
    const base = read(baseSize);
    for (let count = read(2); count > 0; count -= 1) {
      read(indexSize);
      extents.push({ item, isInData, offset: base + read(offsetSize), length: read(lengthSize) });
    }
  }
  return extents;
}

function boxesIn(file: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const short = file.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= end;
    const size = isLong ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    const head = isLong ? 16 : 8;
    if (size < head) return boxes;
    const type = file.toString('latin1', at + 4, at + 8);
    boxes.push({ type, at, start: at + head, end: Math.min(at + size, end) });
    at += size;
  }
  return boxes;
}
