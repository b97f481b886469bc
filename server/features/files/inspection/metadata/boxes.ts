import { requireWithin } from './kept-bytes.ts';

/** A box of an ISO base media file (ISO/IEC 14496-12, 4.2). */
export interface Box {
  readonly type: string;
  readonly at: number;
  /** Where its content begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** Images have some hundreds. The image library needs far longer for an empty box than it takes to send one. */
const MOST_BOXES = 5_000;

/** Reads the boxes of one file. */
export class Boxes {
  readonly #file: Buffer;
  #left = MOST_BOXES;

  constructor(file: Buffer) {
    this.#file = file;
  }

  /** The boxes that lie beside each other there. Throws a RangeError if one leads beyond the end, or there are too many. */
  between(start: number, end: number): Box[] {
    const boxes: Box[] = [];
    for (let at = start; at + 8 <= end; ) {
      const box = this.#read(at, end);
      requireWithin(this.#file.subarray(0, end), box.end);
      this.#left -= 1;
      if (this.#left < 0) throw new RangeError('there are too many boxes');
      boxes.push(box);
      at = box.end;
    }
    return boxes;
  }

  #read(at: number, end: number): Box {
    const short = this.#file.readUInt32BE(at);
    const isLong = short === 1;
    const size = isLong ? Number(this.#file.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    const head = isLong ? 16 : 8;
    if (size < head) throw new RangeError('a box is shorter than its head');
    return { type: this.#file.toString('latin1', at + 4, at + 8), at, start: at + head, end: at + size };
  }
}
