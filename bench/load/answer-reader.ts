const HEAD_END = '\r\n\r\n';

/** Finds where one HTTP answer ends, by its content-length. Holds one answer at a time: nothing is pipelined. */
export class AnswerReader {
  status = 0;
  /** The head as far as it came, when it came in pieces. */
  #head = '';
  #missing = 0;

  /** Takes the first `bytes` of `buffer`. True when they complete the answer. */
  read(buffer: Buffer, bytes: number): boolean {
    if (this.#missing > 0) this.#missing -= bytes;
    else if (!this.#readHead(buffer.toString('latin1', 0, bytes))) return false;
    return this.#missing === 0;
  }

  #readHead(part: string): boolean {
    const text = this.#head + part;
    const end = text.indexOf(HEAD_END);
    this.#head = end < 0 ? text : '';
    if (end < 0) return false;
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    if (length === undefined) throw new Error(`an answer without content-length:\n${text.slice(0, end)}`);
    this.status = Number(text.slice(9, 12));
    this.#missing = end + HEAD_END.length + Number(length) - text.length;
    return true;
  }
}
