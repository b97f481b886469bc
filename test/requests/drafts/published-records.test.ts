import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ contentDir: 'test/content/drafts', webhookNetworks: ['127.0.0.0/8'] });
const { root, nobody } = app;
const essay = (values: object = {}) => root.make('/v1/essay', { title: 'An essay', ...values });
const publish = (id: number) => root.done(`POST /v1/essay/${id}/publish`);
const draft = (id: number) => root.read(`/v1/essay/${id}?version=draft`);
const seen = (id: number) => nobody.get(`/v1/essay/${id}`);

describe('a published record', () => {
  it('is deleted with its draft, and restored with it', async () => {
    const id = await essay({ title: 'To the trash' });
    await publish(id);
    await root.done(`PATCH /v1/essay/${id}`, { title: 'A later draft' });
    await root.done(`DELETE /v1/essay/${id}`);
    assert.equal((await seen(id)).status, 404);
    const [entry] = await root.list<{ readonly id: number; readonly others: number }>('/v1/essay/trash');
    assert.deepEqual([entry?.id, entry?.others], [id, 0]);
    await root.done(`POST /v1/essay/trash/${id}/restore`);
    assert.equal((await seen(id)).body.title, 'To the trash');
    assert.equal((await draft(id)).title, 'A later draft');
  });

  it('leaves nothing behind when it is purged', async () => {
    const id = await essay();
    await publish(id);
    await root.done(`DELETE /v1/essay/${id}`);
    await root.done(`DELETE /v1/essay/trash/${id}`);
    assert.doesNotMatch((await root.get(`/v1/essay/${id}/history`)).text, /An essay/);
    const hidden = await essay();
    await publish(hidden);
    await root.done(`POST /v1/essay/${hidden}/unpublish`);
    await root.done(`DELETE /v1/essay/${hidden}`);
    await root.done(`DELETE /v1/essay/trash/${hidden}`);
    assert.equal((await root.get(`/v1/essay/${hidden}/history`)).status, 404);
  });

  it('shows its own states in its history and at earlier times', async () => {
    const id = await essay({ title: 'First' });
    await publish(id);
    const { update_time } = (await seen(id)).body;
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Between' });
    await until(async () => Date.now() > Number(update_time));
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Second' });
    await publish(id);
    const titles = async (version: string) => {
      const entries = await root.list<Revision>(`/v1/essay/${id}/history?version=${version}`);
      return entries.flatMap(({ changes }) => changes.title?.after ?? []);
    };
    assert.deepEqual(await titles('published'), ['Second', 'First']);
    assert.deepEqual(await titles('draft'), ['Second', 'Between', 'First']);
    assert.equal((await nobody.get(`/v1/essay/${id}?as_of=${update_time}`)).body.title, 'First');
    assert.equal((await nobody.get(`/v1/essay/${id}?as_of=${Number(update_time) - 1}`)).status, 404);
  });

  it('is there once more after it was unpublished', async () => {
    const id = await essay({ topics: [await root.make('/v1/topic', { name: 'once more' })] });
    await publish(id);
    await root.done(`POST /v1/essay/${id}/unpublish`);
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Better', topics: [] });
    await publish(id);
    const { title, topics } = (await seen(id)).body;
    assert.deepEqual([title, topics], ['Better', []]);
  });

  it('comes, changes and goes in the feed and in its history as one entry for each decision', async () => {
    const id = await essay();
    const { next } = await root.read<{ next: string }>(`/v1/changes?since=${Date.now() + 3_600_000}`);
    const unpublish = () => root.done(`POST /v1/essay/${id}/unpublish`);
    await publish(id);
    await unpublish();
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Again' });
    await publish(id);
    await root.done(`PATCH /v1/essay/${id}`, { title: 'And again' });
    await publish(id);
    await unpublish();
    await publish(id);
    const { items } = await nobody.read<{
      items: { event: string; decision?: string; fields?: readonly string[] }[];
    }>(`/v1/changes?record=essay&row=${id}&after=${next}`);
    assert.deepEqual(
      items.map(({ event, decision, fields }) => [event, decision, ...(fields ?? [])].join(' ')),
      [
        'created publish',
        'deleted unpublish',
        'created publish',
        'updated publish title',
        'deleted unpublish',
        'created publish',
      ],
    );
    const entries = await root.list<Revision>(`/v1/essay/${id}/history`);
    assert.deepEqual(
      entries.map(({ action, changes }) => [action, ...Object.keys(changes)].join(' ')).slice(0, -1),
      ['publish', 'unpublish', 'publish title', 'publish title', 'unpublish'],
    );
  });

  it('tells a deletion and a restored record from what was unpublished and published', async () => {
    const id = await essay();
    await publish(id);
    await root.done(`DELETE /v1/essay/${id}`);
    await root.done(`POST /v1/essay/trash/${id}/restore`);
    const entries = await root.list<Revision>(`/v1/essay/${id}/history`);
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['restore', 'delete', 'publish'],
    );
    const feed = await nobody.read<{ items: { event: string; decision?: string }[] }>(
      `/v1/changes?record=essay&row=${id}`,
    );
    assert.deepEqual(
      feed.items.map(({ event, decision = '' }) => `${event} ${decision}`.trim()),
      ['created publish', 'deleted', 'restored'],
    );
  });

  it('reaches webhooks together with the decision', async () => {
    const far = await webhookReceiver();
    const hook = { name: 'published', url: `${far.address}/published`, records: ['essay'] };
    await root.done('POST /cms/webhook', hook);
    const id = await essay();
    await publish(id);
    await root.done(`POST /v1/essay/${id}/unpublish`);
    await root.done(`DELETE /v1/essay/${id}`);
    await until(() => far.at('/published').length >= 2);
    assert.deepEqual(
      far.at('/published').map(({ body }) => [body.type, body.data.decision]),
      [
        ['essay.created', 'publish'],
        ['essay.deleted', 'unpublish'],
      ],
    );
  });

  it('may refer to one that is not published yet, and is found by it afterwards', async () => {
    const writer = await root.make('/v1/writer', { name: 'Zoë' });
    const id = await essay({ writer });
    await root.done(`PATCH /v1/writer/${writer}`, { best: id });
    await publish(id);
    const found = () => nobody.list('/v1/essay?filter[writer][name][eq]=Zoë');
    assert.deepEqual(await found(), []);
    await root.done(`POST /v1/writer/${writer}/publish`);
    assert.equal((await found()).length, 1);
    const [record] = await nobody.list<{ readonly expanded: { readonly writer: { readonly name: string } } }>(
      `/v1/essay?filter[id][eq]=${id}&expand=writer`,
    );
    assert.equal(record?.expanded.writer.name, 'Zoë');
  });

  it('loses what is deleted, as its draft does', async () => {
    const [one, other] = [
      await root.make('/v1/topic', { name: 'goes' }),
      await root.make('/v1/topic', { name: 'stays' }),
    ];
    const id = await essay({ topics: [one, other] });
    await publish(id);
    await root.done(`PATCH /v1/essay/${id}`, { topics: [other] });
    await root.done(`DELETE /v1/topic/${one}`);
    assert.deepEqual((await seen(id)).body.topics, [other]);
    assert.deepEqual((await draft(id)).topics, [other]);
  });

  it('keeps what refers to it when it is unpublished, and not when it is deleted', async () => {
    const id = await essay();
    await publish(id);
    const remark = await root.make('/v1/remark', { words: 'good', essay: id });
    await root.done(`POST /v1/essay/${id}/unpublish`);
    assert.equal((await nobody.get(`/v1/remark/${remark}`)).status, 200);
    await root.done(`DELETE /v1/essay/${id}`);
    assert.equal((await nobody.get(`/v1/remark/${remark}`)).status, 404);
    await root.done(`POST /v1/essay/trash/${id}/restore`);
    assert.equal((await nobody.get(`/v1/remark/${remark}`)).status, 200);
  });
});
