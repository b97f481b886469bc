const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** The orientation that an EXIF block asks for: 2 to 8, or undefined if the image is shown as it is stored. */
export function orientationIn(exif: Buffer): number | undefined {
  const tiff = exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0);
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const isLittle = order === 'II';
  const short = (at: number) => readWithin(tiff, at, 2, isLittle);
  const first = readWithin(tiff, 4, 4, isLittle) + 2;
  const end = Math.min(first + short(first - 2) * ENTRY_BYTES, tiff.length); // it may claim more entries than there are
  for (let entry = first; entry < end; entry += ENTRY_BYTES) {
    if (short(entry) !== ORIENTATION) continue;
    const orientation = short(entry + 8);
    return orientation >= 2 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}

/** An EXIF block that holds an orientation and nothing else. */
export function tiffWith(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** A number of this many bytes; 0 if the block ends before. */
function readWithin(bytes: Buffer, at: number, size: number, isLittle: boolean): number {
  if (at + size > bytes.length) return 0;
  return isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
}
