// No engine changes its result: the client turns answers into values, and other tests ask the server for them.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSWORD } from '../support/fresh-app.ts';
import { openClient } from '../support/library-client.ts';

interface AnyRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}
/** Of the written client, what is used here; its types are tested beside. */
interface Reading {
  get(id: string, request?: object): Promise<AnyRecord>;
  list(request?: object): Promise<{ readonly items: readonly AnyRecord[] }>;
  getTagged(id: string): Promise<{ readonly record: AnyRecord; readonly etag: string }>;
  history(id: string): Promise<{ readonly items: readonly AnyRecord[] }>;
}
interface Drafts extends Reading {
  create(values: object): Promise<string>;
  createAndGet(values: object): Promise<{ readonly id: string; readonly record: AnyRecord }>;
  patch(id: string, values: object, terms?: object): Promise<void>;
  publish(id: string, decision?: object): Promise<void>;
  unpublish(id: string, decision?: object): Promise<void>;
  discard(id: string): Promise<void>;
  preview(id: string, request?: object): Promise<{ readonly token: string; readonly expire_time: number }>;
  getPreview(id: string, token: string, request?: object): Promise<AnyRecord>;
}
interface Drafted extends Reading {
  readonly drafts: Drafts;
}
interface SingleDrafted {
  get(): Promise<AnyRecord>;
  readonly drafts: {
    get(): Promise<AnyRecord>;
    patch(values: object): Promise<void>;
    publish(): Promise<void>;
    discard(): Promise<void>;
  };
}

const { base, Quire } = await openClient('test/content/drafts');
const editor = new Quire({ base });
const reader = new Quire({ base });
const collectionsOf = (quire: unknown) =>
  (quire as { readonly collections: { readonly essay: Drafted; readonly front: SingleDrafted } }).collections;
const { essay, front } = collectionsOf(editor);
const seen = collectionsOf(reader).essay;

before(() => editor.signIn('root', PASSWORD));

describe('a client of a collection with drafts', () => {
  it('shows a draft to others by a link', async () => {
    const id = await essay.drafts.create({ title: 'For the proof-reader' });
    const { token, expire_time } = await essay.drafts.preview(id, { hours: 1 });
    assert.ok(expire_time > Date.now());
    const theirs = collectionsOf(new Quire({ base })).essay;
    const record = await theirs.drafts.getPreview(id, token);
    assert.deepEqual([record.id, record.title], [id, 'For the proof-reader']);
  });

  it('reads drafts beside what readers see', async () => {
    const { id, record } = await essay.drafts.createAndGet({ title: 'First' });
    assert.deepEqual([record.title, record.publication, record.published_time], ['First', 'draft', null]);
    await assert.rejects(seen.get(id), { status: 404 });
    await essay.drafts.publish(id);
    await essay.drafts.patch(id, { title: 'Second' });
    assert.equal((await seen.get(id)).title, 'First');
    assert.equal((await essay.get(id)).title, 'First');
    assert.equal((await essay.drafts.get(id)).publication, 'changed');
    const changed = { filter: { publication: { eq: 'changed' } }, fields: ['title'] };
    assert.deepEqual(
      (await essay.drafts.list(changed)).items.map(({ title }) => title),
      ['Second'],
    );
    assert.equal((await essay.history(id)).items.length, 1);
    assert.equal((await essay.drafts.history(id)).items.length, 3);
  });

  it('publishes in the state that it knows, and goes back', async () => {
    const id = await essay.drafts.create({ title: 'As it was' });
    const { etag } = await essay.drafts.getTagged(id);
    await essay.drafts.patch(id, { body: 'meanwhile' });
    await assert.rejects(essay.drafts.publish(id, { ifMatch: etag }), { status: 412 });
    await essay.drafts.publish(id, { ifMatch: (await essay.drafts.getTagged(id)).etag });
    await essay.drafts.patch(id, { title: 'Worse' });
    await essay.drafts.discard(id);
    assert.equal((await essay.drafts.get(id)).title, 'As it was');
    await essay.drafts.unpublish(id);
    await assert.rejects(seen.get(id), { status: 404 });
  });

  it('plans, and takes plans back', async () => {
    const id = await essay.drafts.create({ title: 'Tomorrow' });
    const at = Date.now() + 86_400_000;
    await essay.drafts.publish(id, { at });
    assert.equal((await essay.drafts.get(id)).publish_time, at);
    await essay.drafts.publish(id, { at: null });
    assert.equal((await essay.drafts.get(id)).publish_time, null);
  });

  it('does the same with a singleton', async () => {
    await front.drafts.patch({ headline: 'Later' });
    assert.equal((await front.get()).headline, 'Welcome');
    assert.equal((await front.drafts.get()).publication, 'changed');
    await front.drafts.discard();
    assert.equal((await front.drafts.get()).headline, 'Welcome');
    await front.drafts.patch({ headline: 'Hello' });
    await front.drafts.publish();
    assert.equal((await front.get()).headline, 'Hello');
  });

  it('has no drafts for those who may not see them', async () => {
    const id = await essay.drafts.create({ title: 'Hidden' });
    await assert.rejects(seen.drafts.get(id), { status: 401 });
  });
});
