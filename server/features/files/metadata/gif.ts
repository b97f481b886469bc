const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [COMMENT, APPLICATION] = [0xfe, 0xff];
/** How often an animation repeats, and its colour profile. */
const NEEDED = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** A GIF's blocks without those that describe it; what follows its end goes as well. */
export function cleanGif(gif: Buffer): Buffer[] {
  const start = 13 + colours(gif[10] ?? 0);
  const kept = [gif.subarray(0, start)];
  for (let at = start; at < gif.length; ) {
    const kind = gif[at];
    if (kind === TRAILER) return [...kept, gif.subarray(at, at + 1)];
    if (kind !== EXTENSION && kind !== IMAGE) return kept;
    const data = kind === IMAGE ? at + 11 + colours(gif[at + 9] ?? 0) : at + 2;
    const end = endOfBlocks(gif, data);
    const label = kind === EXTENSION ? gif[at + 1] : undefined;
    const isNeeded = label !== APPLICATION || NEEDED.has(gif.toString('latin1', at + 3, at + 14));
    if (label !== COMMENT && isNeeded) kept.push(gif.subarray(at, end));
    at = end;
  }
  return kept;
}

/** The bytes of a table of colours. */
function colours(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function endOfBlocks(gif: Buffer, from: number): number {
  let at = from;
  for (let size = gif[at]; size; size = gif[at]) at += size + 1;
  return at + 1;
}
