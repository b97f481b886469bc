import type { Readable } from 'node:stream';

/** An answer of bytes instead of JSON. Without a stream its headers are all that is sent. */
export class Bytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly stream: Readable | undefined;

  constructor(status: number, headers: Bytes['headers'], stream?: Readable) {
    this.status = status;
    this.headers = headers;
    this.stream = stream;
  }
}
