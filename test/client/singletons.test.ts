// No engine changes its result: the client turns answers into values, and other tests ask the server for them.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSWORD } from '../support/fresh-app.ts';
import { openClient } from '../support/library-client.ts';

/** Of what a client answers, what is used here; its types are tested beside. */
interface Answer {
  readonly items: readonly Answer[];
  readonly record: Answer;
  readonly [name: string]: unknown;
}
type Method =
  | ('get' | 'getTagged' | 'create' | 'replace' | 'patch' | 'patchAndGet' | 'remove')
  | ('history' | 'getAsOf' | 'difference' | 'restoreRevision' | 'trash' | 'restore' | 'purge')
  | ('publish' | 'unpublish' | 'preview' | 'previews' | 'endPreview' | 'getPreview');
type Methods = Readonly<Record<Method, (...values: unknown[]) => Promise<Answer>>>;
type Collections = Readonly<
  Record<'frontpage' | 'switches' | 'essay' | 'front' | 'paper', Methods & { readonly drafts: Methods }>
>;
const opened = async (contentDir: string, settings: Parameters<typeof openClient>[1] = {}) => {
  const { base, Quire, app } = await openClient(contentDir, settings);
  const client = new Quire({ base });
  return { app, client, base, Quire, collections: client.collections as unknown as Collections };
};
const single = await opened('test/content/single');
const drafted = await opened('test/content/drafts');
const past = await opened('test/content/past');
before(() => Promise.all([single, drafted, past].map(({ client }) => client.signIn('root', PASSWORD))));

describe('the client of a collection that is one record', () => {
  const { frontpage, switches } = single.collections;
  it('reads, replaces and patches it, in the state that it knows', async () => {
    assert.deepEqual((await frontpage.get({ fields: ['headline'] })).headline, 'Welcome');
    const tagged = await frontpage.getTagged();
    assert.equal(tagged.record.headline, 'Welcome');
    await frontpage.replace({ headline: 'Replaced', budget: '1.00' }, { ifMatch: tagged.etag });
    assert.deepEqual((await frontpage.get()).budget, '1.00');
    await assert.rejects(async () => frontpage.patch({ headline: 'x' }, { ifMatch: tagged.etag }), {
      status: 412,
    });
    const { record } = await frontpage.patchAndGet({ headline: 'Patched' });
    assert.deepEqual([record.headline, record.budget], ['Patched', '1.00']);
    await switches.patch({ is_quiet: true });
    assert.equal((await switches.get()).is_quiet, true);
  });

  it('has its past', async () => {
    const at = Date.now();
    await new Promise((done) => setTimeout(done, 2));
    await frontpage.patch({ headline: 'Later' });
    const { items } = await frontpage.history({ count: 2 });
    assert.equal(items.length, 2);
    const [newest, older] = [items[0], items[1]];
    assert.deepEqual(newest?.changes, { headline: { before: 'Patched', after: 'Later' } });
    assert.equal((await frontpage.getAsOf(at)).headline, 'Patched');
    const difference = await frontpage.difference({ from: older?.id });
    assert.deepEqual(difference, { headline: { before: 'Patched', after: 'Later' } });
    assert.deepEqual(await frontpage.difference({ from: newest?.id, to: older?.id }), {
      headline: { before: 'Later', after: 'Patched' },
    });
    await frontpage.restoreRevision(older?.id);
    assert.equal((await frontpage.get()).headline, 'Patched');
  });
});

describe('links that show a draft', () => {
  const { essay, front } = drafted.collections;
  it('are listed, opened and ended, of a record and of the one record of a collection', async () => {
    const id = (await essay.drafts.create({ title: 'Shown' })) as unknown as string;
    for (const [drafts, key, shown] of [
      [essay.drafts, [id], { title: 'Shown' }],
      [front.drafts, [], { headline: 'Welcome' }],
    ] as const) {
      const [first, second] = [await drafts.preview(...key), await drafts.preview(...key, { hours: 2 })];
      const hours = (Number(second.expire_time) - Number(first.expire_time)) / 3_600_000;
      assert.equal(Math.round(hours), 2 - 24, 'a day, or the hours that were asked for');
      assert.deepEqual([typeof first.id, String(first.url).includes(String(first.token))], ['string', true]);
      const listed = (await drafts.previews(...key)) as unknown as readonly Answer[];
      assert.deepEqual(
        listed.map((link) => [link.id, link.own]).sort(),
        [
          [first.id, true],
          [second.id, true],
        ].sort(),
      );
      assert.partialDeepStrictEqual(await drafts.getPreview(...key, first.token), shown);
      await drafts.endPreview(...key, first.id);
      await assert.rejects(async () => drafts.getPreview(...key, first.token));
      assert.partialDeepStrictEqual(await drafts.getPreview(...key, second.token), shown);
    }
  });
});

describe('the draft of a collection that is one record', () => {
  it('is published, and taken back', async () => {
    const { front } = drafted.collections;
    await front.drafts.patch({ headline: 'Once' });
    await front.drafts.publish();
    assert.equal((await front.get()).headline, 'Once');
    await front.drafts.unpublish();
    await assert.rejects(front.get(), { status: 404 });
    assert.equal((await front.drafts.get()).headline, 'Once');
  });
});

describe('the client of a collection that keeps its past', () => {
  const { paper } = past.collections;
  it('compares versions, reads an earlier one, and destroys what was deleted', async () => {
    const id = (await paper.create({
      title: 'one',
      price: '1.5',
      pages: 9_007_199_254_740_993n,
    })) as unknown as string;
    const at = Date.now();
    await new Promise((done) => setTimeout(done, 2));
    await paper.patch(id, { title: 'two', price: '2' });
    const { items } = await paper.history(id);
    const [newest, oldest] = [items[0], items.at(-1)];
    const expected = { title: { before: 'one', after: 'two' }, price: { before: '1.50', after: '2.00' } };
    assert.deepEqual(await paper.difference(id, { from: oldest?.id }), expected);
    assert.deepEqual(await paper.difference(id, { from: oldest?.id, to: newest?.id }), expected);
    const before = await paper.getAsOf(id, at);
    assert.deepEqual([before.title, before.pages], ['one', 9_007_199_254_740_993n]);
    await paper.restoreRevision(id, oldest?.id);
    assert.equal((await paper.get(id)).title, 'one');
    await paper.remove(id);
    const trash = async () => (await paper.trash()).items.map((record) => record.id);
    assert.ok((await trash()).includes(id));
    await paper.purge(id);
    assert.ok(!(await trash()).includes(id));
    await assert.rejects(async () => paper.restore(id), { status: 404 });
  });
});
