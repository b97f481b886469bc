import type { Readable } from 'node:stream';
import type { ShownRecords } from '../records/lists/export.ts';

/** An answer of a stream or a whole text instead of JSON. Without either its headers are all that is sent. */
export class Bytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly stream: Readable | undefined;
  /** It counts among the unread answers until it is taken, which a stream does not. */
  readonly text: string | undefined;
  /** The records that it holds, counted while the stream is read. */
  readonly shown: ShownRecords | undefined;

  constructor(status: number, headers: Bytes['headers'], content?: Readable | string, shown?: ShownRecords) {
    this.status = status;
    this.shown = shown;
    this.headers = headers;
    this.stream = typeof content === 'string' ? undefined : content;
    this.text = typeof content === 'string' ? content : undefined;
  }
}
