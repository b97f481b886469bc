import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EditStore } from '../src/edits/edit-store.ts';
import {
  type RecordWriter,
  sendEdit,
  type WriteFailure,
  type WrittenRecord,
} from '../src/edits/send-edit.ts';
import { keyOf, type UnsavedEdit } from '../src/edits/unsaved-edit.ts';
import type { Values } from '../src/form/record-merge.ts';

const fields = [
  { name: 'title', kind: 'text', allows_null: false },
  { name: 'body', kind: 'text', allows_null: false },
  { name: 'cover', kind: 'file', allows_null: true },
];
const base = { title: 'a', body: 'b', cover: '' };

class Refusal extends Error {
  readonly hindrance: WriteFailure;
  constructor(hindrance: WriteFailure) {
    super(hindrance);
    this.hindrance = hindrance;
  }
}

/** A server with one record, which repeats the answer to a key, and fails before or after the work. */
class Server implements RecordWriter {
  record: WrittenRecord = { id: '1', values: base, etag: '1', request: 'r1' };
  answers = new Map<string, WrittenRecord>();
  uploads: string[] = [];
  made = 0;
  proposed: Values[] = [];
  before: WriteFailure[] = [];
  after: WriteFailure[] = [];

  async read() {
    return this.record;
  }
  async create(values: Values, key: string) {
    return this.#once(key, () => {
      this.made++;
      return { id: '2', values: { ...base, ...values }, etag: '1', request: 'r2' };
    });
  }
  async update(_: string, values: Values, { key, etag }: { key: string; etag?: string }) {
    return this.#once(key, () => {
      if (etag !== this.record.etag) throw new Refusal('changed');
      this.made++;
      this.save(values);
      return this.record;
    });
  }
  async propose(_: string | undefined, { key, values }: { key: string; values: Values }) {
    await this.#once(key, () => {
      this.proposed.push(values);
      return this.record;
    });
    return '7';
  }
  async upload(file: File) {
    this.uploads.push(file.name);
    return `${this.uploads.length}`;
  }
  save(values: Values) {
    this.record = {
      ...this.record,
      values: { ...this.record.values, ...values },
      etag: `${Number(this.record.etag) + 1}`,
    };
  }
  async #once(key: string, work: () => WrittenRecord) {
    const first = this.before.shift();
    if (first) throw new Refusal(first);
    const answer = this.answers.get(key) ?? work();
    this.answers.set(key, answer);
    const last = this.after.shift();
    if (last) throw new Refusal(last);
    return answer;
  }
}

function kept(): EditStore & { readonly all: Map<string, UnsavedEdit> } {
  const all = new Map<string, UnsavedEdit>();
  return {
    all,
    find: async (place) => all.get(keyOf(place)),
    list: async ({ user }) => [...all.values()].filter((one) => one.user === user),
    put: async (edit) => void all.set(keyOf(edit), structuredClone(edit)),
    remove: async (place) => void all.delete(keyOf(place)),
  };
}

const place = { server: 'here', user: '1', collection: 'article', record: '1' };
const edit = (values: Values, more: Partial<UnsavedEdit> = {}): UnsavedEdit => ({
  ...{ ...place, time: 0, base, etag: '1', values, files: {}, title: 'a' },
  ...more,
});

function sending() {
  const [server, store] = [new Server(), kept()];
  const failureOf = (error: unknown) => (error instanceof Refusal ? error.hindrance : 'unreachable');
  const sender = { fields, writer: server, store, failureOf };
  const again = async () => sendEdit(one(await store.list({ server: 'here', user: '1' })), sender);
  return {
    server,
    store,
    again,
    send: (values: Values, more?: Partial<UnsavedEdit>) => sendEdit(edit(values, more), sender),
    propose: (values: Values, more?: Partial<UnsavedEdit>) =>
      sendEdit(edit(values, more), sender, { title: 'x', note: '', isSubmitted: true }),
  };
}

function one<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('nothing is kept');
  return first;
}

describe('an edit that is saved', () => {
  it('is kept no longer', async () => {
    const { store, send, server } = sending();
    assert.equal((await send({ title: 'A' })).is, 'saved');
    assert.equal(store.all.size, 0);
    assert.equal(server.record.values.title, 'A');
  });

  for (const when of ['before', 'after'] as const)
    for (const record of ['1', 'new'])
      it(`is done once if the network fails ${when} the work (record ${record})`, async () => {
        const { server, store, send, again } = sending();
        server[when].push('unreachable');
        assert.deepEqual(await send({ title: 'A' }, { record }), { is: 'waiting', because: 'unreachable' });
        assert.equal(store.all.size, 1);
        assert.equal((await again()).is, 'saved');
        assert.equal(server.made, 1);
        assert.equal(store.all.size, 0);
      });

  for (const record of ['1', 'new'])
    it(`is proposed once, and never written, also if the network fails (record ${record})`, async () => {
      const { server, store, propose, again } = sending();
      server.after.push('unreachable');
      assert.deepEqual(await propose({ title: 'A' }, { record }), { is: 'waiting', because: 'unreachable' });
      assert.deepEqual(await again(), { is: 'proposed', set: '7' });
      assert.deepEqual([server.proposed, server.made, store.all.size], [[{ title: 'A' }], 0, 0]);
    });

  it('waits while nobody is signed in', async () => {
    const { server, send, again } = sending();
    server.before.push('signed-out');
    assert.deepEqual(await send({ title: 'A' }), { is: 'waiting', because: 'signed-out' });
    assert.equal((await again()).is, 'saved');
  });

  it('stays a edit if it is refused, and is not sent again unasked', async () => {
    const { server, store, send } = sending();
    server.before.push('refused');
    assert.equal((await send({ title: '' })).is, 'refused');
    assert.equal(one([...store.all.values()]).attempt, undefined);
  });

  it('uploads a file that was chosen without a network, once', async () => {
    const { server, send, again } = sending();
    server.before.push('unreachable');
    const files = { 'local:1': new File(['x'], 'x.png'), 'local:2': new File(['y'], 'unused.png') };
    await send({ cover: 'local:1' }, { files });
    assert.equal((await again()).is, 'saved');
    assert.deepEqual(server.uploads, ['x.png']);
    assert.equal(server.record.values.cover, '1');
  });
});

describe('an edit of a record that somebody else saved first', () => {
  it('is saved upon theirs if it touches other fields', async () => {
    const { server, send } = sending();
    server.save({ body: 'B' });
    const outcome = await send({ title: 'A' });
    assert.deepEqual([outcome.is, outcome.is === 'saved' && outcome.taken], ['saved', ['body']]);
    assert.deepEqual(server.record.values, { title: 'A', body: 'B', cover: '' });
  });

  it('is shown to people if both touch one field, and nothing is written', async () => {
    const { server, store, send } = sending();
    server.save({ title: 'theirs' });
    const outcome = await send({ title: 'mine', body: 'B' });
    assert.equal(outcome.is, 'conflict');
    assert.deepEqual(server.record.values, { title: 'theirs', body: 'b', cover: '' });
    assert.deepEqual(one([...store.all.values()]).values, { title: 'mine', body: 'B' });
  });

  it('is done already if they wrote the same', async () => {
    const { server, send } = sending();
    server.save({ title: 'A' });
    assert.equal((await send({ title: 'A' })).is, 'saved');
    assert.equal(server.made, 0);
  });
});
