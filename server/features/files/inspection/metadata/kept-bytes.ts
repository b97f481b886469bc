/** Room for what is added: an orientation, once. */
const MOST_ADDED = 100;

/**
 * The parts of a file that stay, in their order. Neighbouring parts are copied as one, so the cost is that of the bytes,
 * however many parts a file is divided into.
 */
export class KeptBytes {
  readonly #source: Buffer;
  /** Made when the first part is left out. */
  #target: Buffer | undefined;
  #length = 0;
  /** The part that is not copied yet. */
  #start = 0;
  #end = 0;

  constructor(source: Buffer) {
    this.#source = source;
  }

  /** A part that is cut off is kept as far as the file reaches. */
  keep(start: number, end: number): void {
    if (start !== this.#end) {
      this.#copy();
      this.#start = start;
    }
    this.#end = Math.min(end, this.#source.length);
  }

  /** Throws a RangeError if the part leads beyond the file's end: behind it there can be no image. */
  leaveOut(end: number): void {
    requireWithin(this.#source, end);
  }

  add(bytes: Buffer): void {
    this.#copy();
    this.#start = this.#end;
    this.#length += bytes.copy(this.#into(), this.#length);
  }

  /** All of them. They share the memory of the file if they are one part of it. */
  bytes(): Buffer {
    if (!this.#target) return this.#source.subarray(this.#start, this.#end);
    this.#copy();
    this.#start = this.#end;
    return this.#target.subarray(0, this.#length);
  }

  #copy(): void {
    if (this.#start === this.#end) return;
    this.#length += this.#source.copy(this.#into(), this.#length, this.#start, this.#end);
  }

  #into(): Buffer {
    this.#target ??= Buffer.allocUnsafeSlow(this.#source.length + MOST_ADDED);
    return this.#target;
  }
}

/** Throws a RangeError for a part that leads beyond the end of the file. */
export function requireWithin({ length }: Buffer, end: number): void {
  if (end > length) throw new RangeError(`a part ends at ${end}, the file at ${length}`);
}
