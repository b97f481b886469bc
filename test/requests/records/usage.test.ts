import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ItemOf } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { heldOfOld, image, type Uploaded, upload } from '../../support/records/uploads.ts';

const ties = await freshApp({ contentDir: 'test/content/ties' });
const secrets = await freshApp({ contentDir: 'test/content/secrets' });
const media = await freshApp({ contentDir: 'test/content/media' });
const rules = await freshApp({ contentDir: 'test/content/rules' });
const usesOf = (by: Client, path: string) => by.list<ItemOf<'GET /cms/file/:id/usage'>>(`${path}/usage`);
const counts = (uses: readonly ItemOf<'GET /cms/file/:id/usage'>[]) =>
  Object.fromEntries(uses.map(({ record, field, count }) => [`${record}.${field}`, count]));

describe('where a record is used', () => {
  let topic = 0;
  const essays: number[] = [];
  before(async () => {
    topic = await ties.root.make('/v1/topic', { name: 'Tides' });
    for (let index = 0; index < 7; index++)
      essays.push(
        await ties.root.make('/v1/essay', {
          title: `Essay ${index}`,
          first_topic_id: index < 2 ? topic : null,
          topics: [topic],
        }),
      );
    await ties.root.make('/v1/reading', { about: [topic], essay_id: essays[0] });
  });

  it('is counted by collection and field, with what a deletion does there', async () => {
    const uses = await usesOf(ties.root, `/v1/topic/${topic}`);
    assert.deepEqual(counts(uses), {
      'essay.first_topic_id': 2,
      'essay.topics': 7,
      'reading.about': 1,
    });
    const [first, many] = uses;
    assert.deepEqual(first, {
      record: 'essay',
      label: 'Essay',
      field: 'first_topic_id',
      field_label: 'First topic id',
      on_delete: 'detach',
      restorable: true,
      count: 2,
      sample: [
        { id: essays[1], title: 'Essay 1' },
        { id: essays[0], title: 'Essay 0' },
      ],
    });
    assert.equal(many?.sample.length, 5);
  });

  it('is counted for all records that a list is narrowed to, and for no others', async () => {
    const [other, unused] = [
      await ties.root.make('/v1/topic', { name: 'Winds' }),
      await ties.root.make('/v1/topic', { name: 'Nobody' }),
    ];
    await ties.root.make('/v1/reading', { about: [other] });
    const of = (ids: readonly number[]) =>
      ties.root.read<{ items: ItemOf<'GET /cms/file/:id/usage'>[]; rows: number; more: boolean }>(
        `/v1/topic/usage?filter[id][in]=${ids.join()}`,
      );
    const both = await of([topic, other]);
    assert.deepEqual([both.rows, both.more], [2, false]);
    assert.deepEqual(counts(both.items), {
      'essay.first_topic_id': 2,
      'essay.topics': 7,
      'reading.about': 2,
    });
    assert.deepEqual(counts((await of([other, unused])).items), { 'reading.about': 1 });
    assert.deepEqual(await of([unused]), { items: [], rows: 1, more: false });
    assert.deepEqual(await of([999_999]), { items: [], rows: 0, more: false });
  });

  it('does not count records in the trash', async () => {
    await ties.root.done(`DELETE /v1/essay/${essays[6]}`);
    assert.equal(counts(await usesOf(ties.root, `/v1/topic/${topic}`))['essay.topics'], 6);
  });

  it('is empty where nothing refers to it', async () => {
    const unused = await ties.root.make('/v1/topic', { name: 'Unused' });
    assert.deepEqual(await usesOf(ties.root, `/v1/topic/${unused}`), []);
  });
});

describe('who learns where a record is used', () => {
  it('learns of records that they may read', async () => {
    const [writer, other] = [await secrets.person(), await secrets.person()];
    const diary = await writer.make('/v1/diary', { title: 'Mine' });
    await writer.make('/v1/page', { diary });
    await secrets.root.make('/v1/page', { diary });
    assert.deepEqual(counts(await usesOf(writer, `/v1/diary/${diary}`)), { 'page.diary': 1 });
    assert.deepEqual(counts(await usesOf(secrets.root, `/v1/diary/${diary}`)), { 'page.diary': 2 });
    assert.equal((await other.get(`/v1/diary/${diary}/usage`)).status, 404);
    const ofList = (by: Client) => by.get(`/v1/diary/usage?filter[id][eq]=${diary}`);
    assert.equal((await ofList(writer)).body.rows, 1);
    assert.deepEqual((await ofList(other)).body, { items: [], rows: 0, more: false });
    assert.equal((await ofList(secrets.nobody)).status, 401);
    assert.equal((await secrets.nobody.get(`/v1/diary/${diary}/usage`)).status, 401);
    assert.equal((await writer.get('/v1/diary/999/usage')).status, 404);
    assert.equal((await writer.get('/v1/diary/none/usage')).status, 400);
  });

  it('learns nothing by fields that they may not read', async () => {
    const boss = await rules.root.make('/v1/person', { name: 'Ann' });
    await rules.root.make('/v1/person', { name: 'Bob', boss, deputies: [boss] });
    const payer = await rules.granted('person.salaries');
    assert.deepEqual(counts(await usesOf(payer, `/v1/person/${boss}`)), {
      'person.boss': 1,
      'person.deputies': 1,
    });
    assert.deepEqual(await usesOf(rules.nobody, `/v1/person/${boss}`), []);
  });
});

describe('where a file is used', () => {
  it('is counted for users who have signed in', async () => {
    const mei = await media.person();
    const [uploaded] = await upload(media, mei.access, {
      key: 'file',
      name: 'a',
      bytes: await image('png', 9, 9),
    });
    const { id } = uploaded as Uploaded;
    assert.deepEqual(await usesOf(mei, `/cms/file/${id}`), []);
    await mei.make('/v1/photo', { title: 'Dunes', image: id });
    await mei.make('/v1/photo', { title: 'Reeds', image: id });
    const uses = await usesOf(mei, `/cms/file/${id}`);
    assert.deepEqual(counts(uses), { 'photo.image': 2 });
    assert.deepEqual(
      uses[0]?.sample.map(({ title }) => title),
      ['Reeds', 'Dunes'],
    );
    assert.equal((await media.nobody.get(`/cms/file/${id}/usage`)).status, 401);
    assert.equal((await mei.get('/cms/file/999/usage')).status, 404);
  });

  it('is shown to those who know of the file already', async () => {
    const [mei, kai] = [await media.person(), await media.person()];
    const [again, ofOld] = [await media.person(), await media.person()];
    const file = { key: 'file', name: 'a', bytes: await image('png', 9, 9) };
    const [uploaded] = await upload(media, mei.access, file);
    const { id } = uploaded as Uploaded;
    await upload(media, again.access, file);
    await heldOfOld(media, ofOld, { id });
    const statusFor = async (by: Client) => (await by.get(`/cms/file/${id}/usage`)).status;
    for (const [who, by, status] of [
      ['the uploader', mei, 200],
      ['who uploaded it again to an earlier version', ofOld, 200],
      ['who uploaded the same content', again, 404],
      ['who may see all files', await media.granted('file.list'), 200],
      ['who may delete files', await media.granted('file.delete'), 200],
      ['root', media.root, 200],
      ['another', kai, 404],
    ] as const)
      assert.equal(await statusFor(by), status, who);
    await mei.make('/v1/photo', { title: 'Now seen', image: id });
    assert.equal(await statusFor(kai), 200);
    await media.root.done(`DELETE /v1/photo/${(await usesOf(kai, `/cms/file/${id}`))[0]?.sample[0]?.id}`);
    assert.equal(await statusFor(kai), 404);
  });

  it('is counted in texts that show it, and they are in the way of its deletion', async () => {
    const [mei, kai] = [await media.person(), await media.person()];
    const [uploaded, twin] = await upload(
      media,
      mei.access,
      { key: 'file', name: 'a', bytes: await image('png', 9, 9) },
      { key: 'twin', name: 'b', bytes: await image('png', 9, 9) },
    );
    const { id, path } = uploaded as Uploaded;
    const shows = (where: string) => `<p>See <img src="${where}" alt="a"></p>`;
    const leaflet = await mei.make('/v1/leaflet', { body: shows(`/assets/${path}`) });
    await kai.make('/v1/leaflet', { body: shows(`/assets/${path}?width=320`) });
    await media.root.make('/v1/leaflet', { draft: `![a](/assets/${path})` });
    await mei.make('/v1/leaflet', { body: shows(`/assets/${twin?.path}`) });

    assert.deepEqual(counts(await usesOf(mei, `/cms/file/${id}`)), { 'leaflet.body': 1 });
    assert.deepEqual(counts(await usesOf(media.root, `/cms/file/${id}`)), {
      'leaflet.body': 2,
      'leaflet.draft': 1,
    });

    const keeper = await media.granted('file.delete');
    assert.deepEqual(await keeper.outcome(`DELETE /cms/file/${id}`), [403, 10070]);
    const told = await keeper.ask(`DELETE /cms/file/${id}`);
    assert.doesNotMatch(told.text, /leaflet|draft/i, 'records that the keeper may not read');
    for (const { id: one } of await media.root.list<{ id: number }>('/v1/leaflet'))
      if (one !== leaflet) await media.root.done(`DELETE /v1/leaflet/${one}`);
    assert.deepEqual(await media.root.outcome(`DELETE /cms/file/${id}`), [403, 10070]);
    await mei.done(`PATCH /v1/leaflet/${leaflet}`, { body: '<p>Without it</p>' });
    assert.deepEqual(counts(await usesOf(mei, `/cms/file/${id}`)), {});
    await media.root.done(`DELETE /cms/file/${id}`);
  });
});
