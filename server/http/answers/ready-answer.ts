import type { IncomingHttpHeaders } from 'node:http';
import { ENCODINGS, type EncodedForm, type Encoding, encode, preferredEncoding } from './encodings.ts';

/**
 * An answer of JSON that is kept with its ETags: callers may keep it too, and ask whether it still holds. It is sent
 * compressed, so it must not hold a secret beside text of the caller's: the length would tell of it (BREACH).
 */
export class ReadyAnswer {
  readonly #plain: Buffer;
  readonly #forms = new Map<Encoding, Promise<EncodedForm>>();

  constructor(text: string) {
    this.#plain = Buffer.from(text);
  }

  /** The smallest form that the client accepts. */
  form(headers: IncomingHttpHeaders): Promise<EncodedForm> {
    const encoding = preferredEncoding(headers, ENCODINGS);
    const form = this.#forms.get(encoding) ?? encode(this.#plain, encoding);
    this.#forms.set(encoding, form);
    return form;
  }
}
