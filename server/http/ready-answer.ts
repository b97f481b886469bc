import type { IncomingHttpHeaders } from 'node:http';
import { toJson } from '../shared/exact-json.ts';
import { fromOwnJson } from '../shared/json.ts';
import {
  ENCODINGS,
  type EncodedForm,
  type Encoding,
  encode,
  preferredEncoding,
} from './answers/encodings.ts';

/**
 * An answer of JSON that is kept with its ETags: callers may keep it too, and ask whether it still holds. It is sent
 * compressed, so it must not hold a secret beside text of the caller's: the length would tell of it (BREACH).
 */
export class ReadyAnswer {
  readonly #plain: Buffer;
  readonly #forms = new Map<Encoding, Promise<EncodedForm>>();

  readonly #changed = new Map<(value: unknown) => unknown, ReadyAnswer>();

  constructor(text: string) {
    this.#plain = Buffer.from(text);
  }

  /** The same answer in another form, which is kept too; `change` must depend on the value alone. */
  map(change: (value: unknown) => unknown): ReadyAnswer {
    const known = this.#changed.get(change);
    if (known) return known;
    const changed = new ReadyAnswer(toJson(change(fromOwnJson(String(this.#plain)))));
    this.#changed.set(change, changed);
    return changed;
  }

  /** The smallest form that the client accepts. */
  form(headers: IncomingHttpHeaders): Promise<EncodedForm> {
    const encoding = preferredEncoding(headers, ENCODINGS);
    const form = this.#forms.get(encoding) ?? encode(this.#plain, encoding);
    this.#forms.set(encoding, form);
    return form;
  }
}
