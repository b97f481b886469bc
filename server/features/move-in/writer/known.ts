import type { RecordOf } from '../../../definitions/types/record-types.ts';
import type { RecordStore } from '../../../records/record-store.ts';
import type { Writes } from '../../../records/write/writes.ts';
import { moved } from '../moved.collection.ts';

type Known = RecordOf<typeof moved>;

/** How many keys are looked up at once, and records read at once. */
const PAGE = 500;

/** The map of ids: what of one source is here already. */
export class KnownRecords {
  readonly #store: RecordStore;
  readonly #source: string;

  constructor(store: RecordStore, source: string) {
    this.#store = store;
    this.#source = source;
  }

  /** What is known under these keys, by key. */
  async find(kind: string, keys: Iterable<string>): Promise<Map<string, Known>> {
    const wanted = [...new Set(keys)];
    const found = new Map<string, Known>();
    for (let start = 0; start < wanted.length; start += PAGE) {
      const some = wanted.slice(start, start + PAGE);
      const records = await this.#store.reads.where(moved, (select) =>
        select.where('source', '=', this.#source).where('kind', '=', kind).where('source_key', 'in', some),
      );
      for (const record of records) found.set(record.source_key, record);
    }
    return found;
  }

  async remember(
    writes: Writes,
    what: { readonly kind: string; readonly key: string; readonly target: bigint; readonly hash?: string },
    known: Known | undefined,
  ): Promise<void> {
    const { kind, key, target, hash = '-' } = what;
    if (known) await writes.update(moved, known.id, { target_id: target, hash });
    else await writes.create(moved, { source: this.#source, kind, source_key: key, target_id: target, hash });
  }

  /** The map as CSV: kind and key there, and id here. */
  async *lines(): AsyncGenerator<string> {
    yield 'kind,key_there,id_here\r\n';
    for (let last = 0n; ; ) {
      const records = await this.#store.reads.where(moved, (select) =>
        select.where('source', '=', this.#source).where('id', '>', last).orderBy('id').limit(PAGE),
      );
      yield records.map((one) => `${one.kind},${quoted(one.source_key)},${one.target_id}\r\n`).join('');
      const end = records.at(-1);
      if (!end) return;
      last = end.id;
    }
  }
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
