import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { change } from '../../../server/records/changes/change.collection.ts';
import type { Delivery } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({
  language: 'en',
  contentDir: 'test/content/rules',
  webhookNetworks: ['127.0.0.0/8'],
});
const far = await webhookReceiver();
const granted = await app.granted('webhook.manage');

interface Titled {
  readonly title: string;
  readonly follows?: string;
  readonly reviewers?: readonly number[];
}

let count = 0;
/** A webhook, and what it was told by the time that it has heard of everything until now. */
async function hook(by: Pick<Client, 'make' | 'post'>, more: object) {
  count += 1;
  const path = `/filter-${count}`;
  const body = { name: path, url: far.address + path, ...more };
  const id = await by.make('/cms/webhook', body);
  const told = async () => {
    // A second webhook hears of everything, and the first is looked at with it.
    const mark = await app.root.done<{ id: number }>('POST /v1/person', { name: 'mark' });
    await app.root.done(`PATCH /cms/webhook/${id}`, { records: ['person'], filter: { id: mark.id } });
    await app.root.done(`PATCH /v1/person/${mark.id}`, { name: 'mark again' });
    await until(() => far.at(path).some(({ body: { type } }) => type.startsWith('person.')));
    return far
      .at(path)
      .filter(({ body: { type } }) => !type.startsWith('person.'))
      .map(({ body: { data } }) => [data.event, data.row]);
  };
  return { id, path, told };
}
const post = (values: object) => app.root.make('/v1/post', values);

describe('a webhook with a filter gets', () => {
  it('changes of records that meet it, and that enter and leave it', async () => {
    const { told, path } = await hook(app.root, { records: ['post'], filter: { state: 'published' } });
    const draft = await post({ title: 'stays a draft' });
    const live = await post({ title: 'live', state: 'published' });
    await app.root.done(`PATCH /v1/post/${live}`, { title: 'live again' });
    await app.root.done(`PATCH /v1/post/${draft}`, { title: 'still a draft' });
    await app.root.done(`PATCH /v1/post/${draft}`, { state: 'published' });
    await app.root.done(`PATCH /v1/post/${live}`, { state: 'draft' });
    await app.root.done(`DELETE /v1/post/${live}`);
    await app.root.done(`DELETE /v1/post/${draft}`);
    await until(() => far.at(path).length >= 5);
    const all = await told();
    const ofRecord = (id: number) => all.filter(([, record]) => record === id).map(([event]) => event);
    assert.deepEqual(ofRecord(live), ['created', 'updated', 'left']);
    assert.deepEqual(ofRecord(draft), ['entered', 'deleted']);
  });

  for (const [name, filter, record, other] of [
    ['a comparison', { title: { starts: 'so' } }, { title: 'sought' }, { title: 'other' }],
    ['an end', { title: { ends: 'ght' } }, { title: 'nought' }, { title: 'night watch' }],
    ['a list', { title: { in: ['one', 'two'] } }, { title: 'two' }, { title: 'three' }],
    ['either', { or: [{ title: 'a' }, { title: 'b' }] }, { title: 'b' }, { title: 'c' }],
    ['nothing there', { follows: null }, { title: 'first' }, { title: 'follower', follows: 'first' }],
    ['another record', { follows: { title: 'led' } }, { title: 'x', follows: 'led' }, { title: 'led' }],
    ['one of many', { reviewers: 1 }, { title: 'r', reviewers: [1] }, { title: 'r' }],
  ] as const)
    it(`by ${name}`, async () => {
      const records = new Map<string, number>();
      const make = async ({ follows, ...values }: Titled) => {
        const led = follows && (records.get(follows) ?? (await post({ title: follows })));
        const id = await post(led ? { ...values, follows: led } : values);
        records.set(values.title, id);
        return id;
      };
      if (name === 'nothing there' || name === 'another record') await make({ title: 'first' });
      if (name === 'another record') await make({ title: 'led' });
      const { told, path } = await hook(app.root, { records: ['post'], filter });
      await make(other);
      const id = await make(record);
      await until(() => far.at(path).length >= 1);
      assert.deepEqual(await told(), [['created', id]]);
    });

  it('nothing beyond the rights of its creator', async () => {
    const { told, path } = await hook(granted, { records: ['post'], filter: { title: 'theirs' } });
    await post({ title: 'theirs' });
    const id = await post({ title: 'theirs', state: 'published' });
    await until(() => far.at(path).length >= 1);
    assert.deepEqual(await told(), [['created', id]]);
  });
});

describe('a webhook that is behind gets what happened in a branch', async () => {
  const trees = await freshApp({ contentDir: 'test/content/trees', webhookNetworks: ['127.0.0.0/8'] });
  const member = await trees.granted('webhook.manage');
  const place = (name: string, under?: number) => trees.root.make('/v1/branch', { name, root: under });
  const page = (title: string, under?: number) => trees.root.make('/v1/page', { title, parent: under });
  const put = (path: string, values: object) => trees.root.done(`PATCH /v1/${path}`, values);
  /** What a webhook prepares that was paused meanwhile; the last change of `work` makes a record that the filter finds. */
  const behind = async (by: Client, more: object, work: () => Promise<number>) => {
    const body = { name: 'behind', url: `${far.address}/behind`, ...more };
    const id = await by.make('/cms/webhook', body);
    await by.done(`PATCH /cms/webhook/${id}`, { state: 'paused' });
    const last = await work();
    await by.done(`PATCH /cms/webhook/${id}`, { state: 'active' });
    const told = async () => (await by.list<Delivery>(`/cms/webhook/${id}/delivery?count=50`)).toReversed();
    await until(async () => (await told()).at(-1)?.row_id === last);
    return (await told())
      .slice(0, -1)
      .map(({ type, row_id: record_id }) => [record_id, type.split('.')[1]] as const);
  };

  for (const [name, work, expected] of [
    [
      'that has moved since',
      async ({ limb, twig }) => {
        await place('leaf', twig);
        await put(`branch/${limb}`, { root: null });
      },
      ['leaf created', 'limb left'],
    ],
    [
      'that was elsewhere meanwhile',
      async ({ top, limb, twig }) => {
        await put(`branch/${limb}`, { root: null });
        await place('leaf', twig);
        await put(`branch/${limb}`, { root: top });
      },
      ['limb left', 'limb entered'],
    ],
    [
      'that has been deleted since',
      async ({ limb, twig }) => {
        await put(`branch/${twig}`, { name: 'other' });
        await trees.root.done(`DELETE /v1/branch/${limb}`);
      },
      ['twig updated', 'limb deleted', 'twig deleted'],
    ],
    [
      'in one transaction with its move',
      ({ limb, twig }) =>
        trees.root.done('POST /v1/branch/bulk', {
          items: [
            { action: 'update', id: limb, values: { root: null } },
            { action: 'update', id: twig, values: { name: 'other' } },
          ],
        }),
      ['limb left', 'twig left'],
    ],
  ] as [string, (records: Record<'top' | 'limb' | 'twig', number>) => Promise<unknown>, string[]][])
    it(name, async () => {
      const top = await place('top');
      const limb = await place('limb', top);
      const twig = await place('twig', limb);
      const filter = { root: { below: top } };
      const told = await behind(trees.root, { records: ['branch'], filter }, async () => {
        await work({ top, limb, twig });
        return place('last', top);
      });
      const names = new Map([
        [limb, 'limb'],
        [twig, 'twig'],
      ]);
      assert.deepEqual(
        told.map(([record, event]) => `${names.get(record ?? 0) ?? 'leaf'} ${event}`),
        expected,
      );
    });

  it('as far as its creator sees the records between now', async () => {
    const top = await page('top');
    const [open, closed] = [await page('open', top), await page('closed', top)];
    const leaves: number[] = [];
    const filter = { parent: { below: top } };
    const told = await behind(member, { records: ['page'], filter }, async () => {
      for (const under of [open, closed]) leaves.push(await page('leaf', under));
      await put(`page/${closed}`, { is_hidden: true });
      await put(`page/${open}`, { parent: null });
      return page('last', top);
    });
    assert.deepEqual(told, [
      [leaves[0], 'created'],
      [closed, 'left'],
      [open, 'left'],
    ]);
  });
});

describe('a filter by the records above another one', async () => {
  const trees = await freshApp({ contentDir: 'test/content/trees', webhookNetworks: ['127.0.0.0/8'] });
  const asked = (records: string[], filter: object) =>
    trees.root.post('/cms/webhook', { name: 'above', url: `${far.address}/never`, records, filter });
  const above = { above: 1 };

  for (const [name, filter] of [
    ['alone', { root: above }],
    ['among others', { name: 'x', or: [{ name: 'y' }, { and: [{ root: above }] }] }],
  ] as const)
    it(`is refused ${name}, for records below decide it`, async () => {
      const { status, body } = await asked(['branch'], filter);
      assert.equal(status, 400);
      assert.match(JSON.stringify(body), /above/);
    });

  it('is taken of the record that another one refers to, as its other values are', async () => {
    assert.equal((await asked(['branch'], { root: { root: above } })).status, 201);
  });
});

describe('the filter of a webhook', () => {
  for (const [name, body, path] of [
    ['without a collection', { filter: { title: 'x' } }, 'filter'],
    ['of two collections', { records: ['post', 'note'], filter: { title: 'x' } }, 'filter'],
    ['over an unknown field', { records: ['post'], filter: { titel: 'x' } }, 'filter.titel'],
    ['with an unknown operator', { records: ['post'], filter: { title: { like: 'x' } } }, 'filter.title'],
    [
      'with no value of its field',
      { records: ['post'], filter: { create_time: 'soon' } },
      'filter.create_time',
    ],
    ['that is empty', { records: ['post'], filter: {} }, 'filter'],
    ['that is too deep', { records: ['post'], filter: deep(14) }, 'filter'],
    ['that is a list', { records: ['post'], filter: [1] }, 'filter'],
  ] as const)
    it(`${name} is refused by name`, async () => {
      const url = `${far.address}/never`;
      const answer = await app.root.post('/cms/webhook', { name, url, ...body });
      assert.equal(answer.status, 400);
      assert.match(JSON.stringify(answer.body), new RegExp(path));
    });

  it('names no field that its creator may not see, and is no way to learn of one', async () => {
    const body = { name: 'x', url: `${far.address}/never`, records: ['person'], filter: { pin: '1234' } };
    assert.equal((await granted.post('/cms/webhook', body)).status, 400);
    assert.equal((await app.root.post('/cms/webhook', body)).status, 201);
    const own = await granted.done<{ id: number }>('POST /cms/webhook', { ...body, filter: null });
    // Also where a super administrator writes it: it would tell with the rights of its creator.
    const { filter } = body;
    assert.equal((await app.root.ask(`PATCH /cms/webhook/${own.id}`, { filter })).status, 400);
  });

  it('is checked with the collections that a change gives it', async () => {
    const { id } = await hook(app.root, { records: ['post'], filter: { state: 'published' } });
    assert.equal((await app.root.ask(`PATCH /cms/webhook/${id}`, { records: ['person'] })).status, 400);
    assert.equal((await app.root.ask(`PATCH /cms/webhook/${id}`, { records: null })).status, 400);
    await app.root.done(`PATCH /cms/webhook/${id}`, { records: null, filter: null });
    const shown = await app.root.read<{ filter: unknown; records: unknown }>(`/cms/webhook/${id}`);
    assert.deepEqual([shown.filter, shown.records], [null, null]);
  });

  it('that names what its creator may no longer see pauses the webhook', async () => {
    const salaries = await app.groupWith('person.salaries');
    const payer = await app.granted('webhook.manage');
    await app.root.done(`PUT /cms/admin/user/${payer.id}`, { group_ids: [payer.groupId, salaries] });
    const { id, path } = await hook(payer, { records: ['person'], filter: { contract: 'c1' } });
    await app.root.done(`PUT /cms/admin/user/${payer.id}`, { group_ids: [payer.groupId] });
    await app.root.done('POST /v1/person', { name: 'p', contract: 'c1' });
    const shown = () => app.root.read<{ state: string; problem: string }>(`/cms/webhook/${id}`);
    await until(async () => (await shown()).state === 'paused');
    assert.match((await shown()).problem, /its filter is not allowed any more/);
    assert.deepEqual(far.at(path), []);
  });

  it('leaves nothing in the feed of a record that is purged, also once it is gone', async () => {
    const { id } = await hook(app.root, { records: ['person'], filter: { pin: { starts: 'secret' } } });
    const person = await app.root.make('/v1/person', { name: 'p', pin: 'secret 1' });
    const kept = () =>
      app.server.store.reads.where(change, (select) =>
        select.where('record_id', '=', BigInt(person)).where('collection', '=', 'person'),
      );
    assert.match((await kept())[0]?.states ?? '', /secret 1/);
    await app.root.done(`DELETE /cms/webhook/${id}`);
    await app.root.done(`DELETE /v1/person/${person}`);
    await app.root.done(`DELETE /v1/person/trash/${person}`);
    for (const { states } of await kept()) assert.equal(states, null);
  });
});

function deep(levels: number): object {
  let filter: object = { title: 'x' };
  for (let level = 0; level < levels; level += 1) filter = { and: [filter] };
  return filter;
}
