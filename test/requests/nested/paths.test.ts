import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Where } from '../../../server/definitions/types/where.ts';
import { RecordsScope } from '../../../server/records/scope/collections-scope.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { freshApp, type SignedIn } from '../../support/fresh-app.ts';
import { image, upload } from '../../support/records/uploads.ts';

const app = await freshApp({ contentDir: 'test/content/nested' });
const mei = await app.person();
const kai = await app.person();

const guestOf = (by: SignedIn, name: string) => by.make('/v1/guest', { name });
interface AnyRecord {
  readonly id: number;
  readonly expanded: Readonly<Record<string, { id: number; name: string }[]>>;
  readonly [field: string]: unknown;
}

describe('filters inside fields', async () => {
  const [anna, bob] = [await guestOf(mei, 'Anna'), await guestOf(mei, 'Bob')];
  const one = await mei.make('/v1/page', {
    title: 'one',
    address: {
      street: 'Rue 1',
      floor: 3,
      geo: { lat: '10.5', serial: '9007199254740993' },
      is_open: true,
      guest: anna,
    },
    tags: ['red', 'blue'],
    lines: [
      { name: 'x', price: '2.50', due: '2026-01-01', guests: [anna, bob] },
      { name: 'y', price: '10.00', state: 'paid', notes: ['late'] },
    ],
    sections: [
      { type: 'quote', words: 'so it is', by: bob },
      { type: 'body', html: '<p>z</p>' },
    ],
    hosts: [bob, anna, bob],
  });
  const two = await mei.make('/v1/page', {
    title: 'two',
    address: { street: 'Rue 22', floor: -1 },
    tags: ['red'],
  });
  const none = await mei.make('/v1/page', { title: 'none' });
  const found: Record<string, number[]> = {
    'address][street][eq]=Rue 1': [one],
    'address][street][starts]=Rue': [one, two],
    'address][street][contains]=22': [two],
    'address][street][ncontains]=22': [one, none],
    'address][street][ne]=Rue 22': [one, none],
    'tags][ne]=blue': [two, none],
    'tags][nin]=blue,red': [none],
    'tags][eq]=%00': [],
    'tags][ne]=%00': [one, two, none],
    'address][floor][eq]=99999999999999999999': [],
    'address][is_open][ne]=true': [two, none],
    'lines][price][eq]=2.505': [],
    'lines][price][gt]=9.999': [one],
    'lines][price][ne]=2.50': [two, none],
    'lines][state][eq]=lost': [],
    'sections][type][nin]=quote,gallery': [two, none],
    'not][lines][name][eq]=y': [two, none],
    'address][floor][lt]=0': [two],
    'address][floor][in]=3,4': [one],
    'address][geo][lat][gte]=10.5': [one],
    'address][geo][lat][gt]=10.5': [],
    'address][geo][serial][eq]=9007199254740993': [one],
    'address][geo][serial][eq]=9007199254740992': [],
    'address][is_open][eq]=true': [one],
    'address][is_open][eq]=false': [two],
    'address][null]=true': [none],
    'address][null]=false': [one, two],
    'address][street][null]=false': [one, two],
    'address][street][null]=true': [none],
    'address][street][ends]=d': [],
    'lines][name][null]=false': [one],
    'sections][quote][words][null]=false': [one],
    'sections][quote][words][null]=true': [two, none],
    'lines][name][null]=true': [two, none],
    'lines][name][ends]=y': [one],
    'lines][guests][null]=false': [one],
    'not][lines][guests][null]=true': [one],
    'address][guest][eq]': [],
    'tags][eq]=blue': [one],
    'tags][in]=blue,red': [one, two],
    'tags][null]=true': [none],
    'lines][name][eq]=y': [one],
    'lines][price][gt]=9.99': [one],
    'lines][price][gt]=10.00': [],
    'lines][state][eq]=paid': [one],
    'lines][due][lt]=2026-02-01': [one],
    'lines][notes][eq]=late': [one],
    'sections][type][eq]=quote': [one],
    'sections][type][eq]=gallery': [],
    'sections][quote][words][contains]=it': [one],
    'sections][quote][by][name][eq]=Bob': [one],
    'sections][quote][by][name][eq]=Anna': [],
    'lines][guests][name][starts]=A': [one],
    'hosts][name][eq]=Anna': [one],
  };
  delete found['address][guest][eq]'];
  found[`address][guest][eq]=${anna}`] = [one];
  found[`hosts][eq]=${anna}`] = [one];
  found[`hosts][ne]=${anna}`] = [two, none];
  found[`lines][guests][in]=${anna},${bob}`] = [one];
  for (const [filter, ids] of Object.entries(found))
    it(`[${filter} finds ${ids.length}`, async () => {
      const records = await mei.list<AnyRecord>(`/v1/page?sort=id&filter[${filter}`);
      assert.deepEqual(
        records.map(({ id }) => id),
        ids,
      );
    });

  it('finds the same in own code, values and their absence', async () => {
    const own = new RecordsScope(app.server.store.placeOf(systemContext('test'))).records;
    const conditions: [where: Where, ids: readonly number[]][] = [
      [{ address: { street: null } }, [none]],
      [{ lines: { name: { null: false } } }, [one]],
      [{ not: { sections: { quote: { words: null } } } }, [one]],
      [{ address: { street: { ends: '22' } } }, [two]],
      [
        { tags: { nin: Array.from({ length: 2000 }, (_, index) => (index === 0 ? 'blue' : `t${index}`)) } },
        [two, none],
      ],
    ];
    for (const [where, ids] of conditions)
      assert.deepEqual(
        (await own.where('page', where, { sort: 'id' })).map(({ id }) => Number(id)),
        ids,
        JSON.stringify(where).slice(0, 80),
      );
  });

  for (const filter of [
    'address][eq]=x',
    'address]=x',
    'address][zip][eq]=x',
    'address][street][null]=maybe',
    'sections][quote][null]=true',
    'lines][extra][eq]=1',
    'sections][words][eq]=x',
    'sections][constructor][eq]=x',
    'secrets][eq]=x',
    'tags][name][eq]=x',
  ])
    it(`[${filter} is refused`, async () => {
      assert.equal((await mei.get(`/v1/page?filter[${filter}`)).status, 400);
    });

  for (const query of [
    'sort=address',
    'sort=address.street',
    'fields=address.street',
    'group=tags',
    'expand=address',
    'expand=sections.by',
  ])
    it(`${query} is refused`, async () => {
      assert.equal((await mei.get(`/v1/page?${query}`)).status, 400);
    });

  it('show no guests of others, neither by expanding nor by filtering', async () => {
    const expand = 'hosts,address.guest,sections.quote.by,lines.guests';
    const [mine] = await mei.list<AnyRecord>(`/v1/page?filter[id][eq]=${one}&expand=${expand}`);
    const names = Object.entries(mine?.expanded ?? {}).map(([name, records]) => [
      name,
      records.map((record) => record.name),
    ]);
    assert.deepEqual(Object.fromEntries(names), {
      hosts: ['Bob', 'Anna'],
      'address.guest': ['Anna'],
      'sections.quote.by': ['Bob'],
      'lines.guests': ['Anna', 'Bob'],
    });
    const { text } = await kai.get(`/v1/page/${one}?expand=${expand}`);
    assert.doesNotMatch(text, /Anna|Bob/);
    assert.deepEqual(await kai.list('/v1/page?filter[hosts][name][eq]=Anna'), []);
    assert.deepEqual(await kai.list('/v1/page?filter[sections][quote][by][name][eq]=Bob'), []);
  });
});

describe('references inside fields', () => {
  it('lead to records that exist and that the caller may see', async () => {
    const hidden = await guestOf(kai, 'Hidden');
    for (const body of [
      { hosts: [hidden] },
      { address: { street: 'a', guest: hidden } },
      { lines: [{ name: 'a', guests: [hidden] }] },
      { sections: [{ type: 'quote', words: 'a', by: hidden }] },
    ]) {
      const answer = await mei.post('/v1/page', body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.doesNotMatch(answer.text, /Hidden/);
    }
  });

  it('hold up a deletion, or let go, and are told where a record is used', async () => {
    const [held, free] = [await guestOf(mei, 'Held'), await guestOf(mei, 'Free')];
    const page = await mei.make('/v1/page', {
      title: 'p',
      address: { street: 'a', guest: free },
      lines: [{ name: 'l', guests: [held, free] }],
      hosts: [free, held],
      sections: [{ type: 'quote', words: 'a', by: held }],
    });
    const { items } = await mei.read<{ items: { field: string; count: number }[] }>(
      `/v1/guest/${held}/usage`,
    );
    assert.deepEqual(items.map(({ field, count }) => [field, count]).toSorted(), [
      ['hosts', 1],
      ['lines.guests', 1],
      ['sections.quote.by', 1],
    ]);
    const refused = await mei.delete(`/v1/guest/${held}`);
    assert.deepEqual([refused.status, refused.body.code], [403, 10070]);
    await mei.done(`DELETE /v1/guest/${free}`);
    assert.partialDeepStrictEqual(await mei.read(`/v1/page/${page}`), {
      address: { street: 'a', guest: null },
      hosts: [held],
    });
    assert.partialDeepStrictEqual((await mei.read<{ lines: object[] }>(`/v1/page/${page}`)).lines[0] ?? {}, {
      guests: [held],
    });
    assert.deepEqual(await mei.list(`/v1/page?filter[hosts][eq]=${free}`), []);
    await mei.done(`DELETE /v1/page/${page}`);
    await mei.done(`DELETE /v1/guest/${held}`);
    const back = await mei.post(`/v1/page/trash/${page}/restore`);
    assert.equal(back.status, 409, 'what it refers to is gone');
  });

  it('of files are their uploader’s to set, of the accepted types, and are used', async () => {
    const [file] = await upload(app, mei.access, { key: 'file', name: 'a.png', bytes: await image() });
    const [text] = await upload(app, mei.access, {
      key: 'file',
      name: 'a.pdf',
      bytes: `%PDF-1.4\n%${Math.random()}\n`,
    });
    const section = (images: unknown) => ({ sections: [{ type: 'gallery', images }] });
    assert.equal((await kai.post('/v1/page', section([file?.id]))).status, 400);
    assert.equal((await mei.post('/v1/page', section([text?.id]))).status, 400);
    const id = await mei.make('/v1/page', {
      sections: [
        ...section([file?.id]).sections,
        { type: 'body', html: `<p><img src="${new URL(file?.url ?? '').pathname}"></p>` },
      ],
    });
    const items = await mei.list<{ field: string }>(`/cms/file/${file?.id}/usage`);
    assert.deepEqual(items.map(({ field }) => field).toSorted(), ['sections', 'sections.gallery.images']);
    assert.equal((await app.root.delete(`/cms/file/${file?.id}`)).status, 403);
    const shown = await kai.read<AnyRecord>(`/v1/page/${id}?expand=sections.gallery.images`);
    assert.partialDeepStrictEqual(shown.expanded['sections.gallery.images']?.[0] ?? {}, {
      id: file?.id,
      url: file?.url,
    });
  });
});

describe('rules that look inside fields', () => {
  it('hold on every path', async () => {
    const open = await mei.make('/v1/door', { title: 'a', state: { sign: 'open' }, keys: ['spare'] });
    const shut = await mei.make('/v1/door', { title: 'b', state: { sign: 'shut' }, keys: ['spare'] });
    const bare = await mei.make('/v1/door', { title: 'c' });
    const listed = await kai.list<AnyRecord>('/v1/door?sort=id');
    assert.deepEqual(
      listed.map(({ id }) => id),
      [open],
    );
    for (const [id, status] of [
      [open, 200],
      [shut, 404],
      [bare, 404],
    ] as const) {
      assert.equal((await kai.get(`/v1/door/${id}`)).status, status);
      const changed = await kai.patch(`/v1/door/${id}`, { title: 'x' });
      assert.equal(changed.status === 200, id !== bare, changed.text);
    }
    const away = await kai.patch(`/v1/door/${open}`, { keys: [] });
    assert.notEqual(away.status, 200, 'a change may not leave what the rule allows');
    await app.root.done(`PATCH /v1/door/${open}`, { state: { sign: 'shut' } });
    assert.equal((await kai.get(`/v1/door/${open}`)).status, 404);
  });
});

describe('a closed field of fields', () => {
  it('is told nobody else', async () => {
    const seer = await app.granted('page.secrets.read');
    const id = await seer.make('/v1/page', { title: 's', secrets: ['hush'] });
    assert.partialDeepStrictEqual(await seer.read(`/v1/page/${id}`), { secrets: ['hush'] });
    assert.equal((await seer.list(`/v1/page?filter[secrets][eq]=hush`)).length, 1);
    for (const path of [
      `/v1/page/${id}`,
      `/v1/page?filter[id][eq]=${id}`,
      `/v1/page/${id}/history`,
      `/v1/page/${id}?as_of=${Date.now()}`,
    ])
      assert.doesNotMatch((await mei.get(path)).text, /hush|secrets/, path);
  });
});
