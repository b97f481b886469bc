import type { Readable } from 'node:stream';

/** An answer of a stream or a whole text instead of JSON. Without either its headers are all that is sent. */
export class Bytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly stream: Readable | undefined;
  /** It counts among the unread answers until it is taken, which a stream does not. */
  readonly text: string | undefined;

  constructor(status: number, headers: Bytes['headers'], content?: Readable | string) {
    this.status = status;
    this.headers = headers;
    this.stream = typeof content === 'string' ? undefined : content;
    this.text = typeof content === 'string' ? content : undefined;
  }
}
