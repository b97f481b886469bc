import { KeptBytes } from './kept-bytes.ts';

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [COMMENT, APPLICATION] = [0xfe, 0xff];
/** How often an animation repeats, and its colour profile. */
const NEEDED = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** A GIF's blocks without those that describe it; what follows its end goes as well. */
export function cleanGif(gif: Buffer): Buffer {
  const kept = new KeptBytes(gif);
  const start = 13 + colours(gif[10] ?? 0);
  kept.keep(0, start);
  let at = start;
  while (gif[at] === EXTENSION || gif[at] === IMAGE) {
    const isImage = gif[at] === IMAGE;
    const end = endOfBlocks(gif, isImage ? at + 11 + colours(gif[at + 9] ?? 0) : at + 2);
    if (isImage || isNeeded(gif, at)) kept.keep(at, end);
    else kept.leaveOut(end);
    at = end;
  }
  if (gif[at] === TRAILER) kept.keep(at, at + 1);
  return kept.bytes();
}

function isNeeded(gif: Buffer, at: number): boolean {
  const label = gif[at + 1];
  if (label === APPLICATION) return NEEDED.has(gif.toString('latin1', at + 3, at + 14));
  return label !== COMMENT;
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
