import { etagOf } from './etag.ts';

/** An answer of JSON that is kept as text, with its ETag. Callers may keep it and ask whether it still holds. */
export class ReadyAnswer {
  readonly text: string;
  readonly etag: string;

  constructor(text: string) {
    this.text = text;
    this.etag = etagOf(text);
  }
}
