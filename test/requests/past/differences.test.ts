import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldChanges, Page, Revision } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

describe('two versions of a record', async () => {
  const app = await freshApp({ contentDir: 'test/content/past' });
  const writer = await app.person();
  const reader = await app.granted('paper.history');
  const id = await writer.make('/v1/paper', { title: 'first', pages: 1, pin: 'hidden' });
  await writer.done(`PATCH /v1/paper/${id}`, { title: 'second', price: '1.5' });
  await writer.done(`PATCH /v1/paper/${id}`, { title: 'third', pin: 'other' });
  await writer.done(`PATCH /v1/paper/${id}`, { title: 'first', pages: null });
  const { items } = await reader.read<Page<Revision>>(`/v1/paper/${id}/history`);
  const [fourth, third, second, first] = items.map((entry) => entry.id);
  const path = `/v1/paper/${id}/difference`;
  const difference = async (query: string, by: Pick<Client, 'read'> = reader) =>
    (await by.read<{ changes: FieldChanges }>(`${path}?${query}`)).changes;

  it('are compared by field, through all that happened between them', async () => {
    assert.deepEqual(await difference(`from=${first}&to=${third}`), {
      title: { before: 'first', after: 'third' },
      price: { before: '0.00', after: '1.50' },
    });
  });

  it('may be compared backwards, and with the record as it is now', async () => {
    assert.deepEqual(await difference(`from=${third}&to=${second}`), {
      title: { before: 'third', after: 'second' },
    });
    const now = { price: { before: '0.00', after: '1.50' }, pages: { before: 1, after: null } };
    assert.deepEqual(await difference(`from=${first}`), now);
    assert.deepEqual(await difference(`from=${fourth}`), {});
  });

  it('show no secret field', async () => {
    assert.doesNotMatch(JSON.stringify(await difference(`from=${first}&to=${third}`, app.root)), /pin/);
  });

  for (const [who, person, status] of [
    ['nobody', app.nobody, 401],
    ['the writer', writer, 401],
    ['who may see histories', reader, 200],
    ['the super administrator', app.root, 200],
  ] as const)
    it(`${who} is answered ${status}`, async () => {
      assert.equal((await person.get(`${path}?from=${first}`)).status, status);
    });

  it('have to be versions of this record', async () => {
    const other = await writer.make('/v1/paper', { title: 'other' });
    const { items: entries } = await reader.read<Page<Revision>>(`/v1/paper/${other}/history`);
    assert.equal((await reader.get(`${path}?from=${entries[0]?.id}`)).status, 404);
    assert.equal((await reader.get(`${path}?from=${first}&to=99999`)).status, 404);
    for (const query of ['', 'from=', 'from=x', 'from=published', `from=${first}&to=now`, 'from=1&until=2'])
      assert.equal((await reader.get(`${path}?${query}`)).status, 400, query);
    assert.equal((await reader.get(`/v1/paper/99999/difference?from=${first}`)).status, 404);
  });

  it('are not told of records that the caller may not see', async () => {
    const diary = await writer.make('/v1/diary', { entry: 'mine' });
    const own = await writer.read<Page<Revision>>(`/v1/diary/${diary}/history`);
    const theirs = `/v1/diary/${diary}/difference?from=${own.items[0]?.id}`;
    assert.equal((await writer.get(theirs)).status, 200);
    assert.equal((await reader.get(theirs)).status, 404);
  });
});

describe('a draft', async () => {
  const app = await freshApp({ contentDir: 'test/content/drafts' });
  const editor = await app.granted('essay.edit', 'essay.drafts', 'essay.publish');
  const noter = await app.granted('essay.edit', 'essay.drafts', 'essay.note', 'essay.annotate');
  const id = await noter.make('/v1/essay', { title: 'Seen', note: 'quiet' });
  await editor.done(`POST /v1/essay/${id}/publish`);
  await noter.done(`PATCH /v1/essay/${id}`, { title: 'Unseen', note: 'loud' });
  const path = `/v1/essay/${id}/difference`;

  it('is compared with what readers see, by the fields that the caller may see', async () => {
    const changes = { title: { before: 'Seen', after: 'Unseen' } };
    const shown = await editor.read<{ changes: FieldChanges }>(`${path}?version=draft&from=published`);
    assert.deepEqual(shown.changes.title, changes.title);
    assert.equal(shown.changes.note, undefined);
    const all = await noter.read<{ changes: FieldChanges }>(`${path}?version=draft&from=published`);
    assert.deepEqual(all.changes.note, { before: 'quiet', after: 'loud' });
  });

  it('is not compared for those who may not see drafts', async () => {
    const member = await app.person();
    assert.equal((await app.nobody.get(`${path}?version=draft&from=published`)).status, 401);
    assert.equal((await member.get(`${path}?version=draft&from=published`)).status, 404);
    assert.equal((await member.get(`${path}?from=published`)).status, 400);
    const { items } = await editor.read<Page<Revision>>(`/v1/essay/${id}/history?version=draft`);
    // The history of drafts is another one.
    assert.equal((await member.get(`${path}?from=${items[0]?.id}`)).status, 404);
  });

  it('that was never published has nothing to be compared with', async () => {
    const fresh = await editor.make('/v1/essay', { title: 'Never' });
    const answer = await editor.get(`/v1/essay/${fresh}/difference?version=draft&from=published`);
    assert.equal(answer.status, 404);
  });
});
