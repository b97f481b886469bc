import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { AnyRecord, Definition, Page, Revision } from '../../support/bodies.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import type { OpenApi } from '../../support/open-api.ts';

const app = await freshApp({ contentDir: 'test/content/arranged' });
const { root, nobody } = app;

const member = await app.person();
const arranger = await app.granted('track.arrange');

let count = 0;
const playlist = (): Promise<number> => root.make('/v1/playlist', { name: `list ${++count}` });

/** A playlist of these titles, made by `by`, and the ids of the tracks. */
async function tracks(titles: string, by: Pick<Person, 'make'> = root) {
  const list = await playlist();
  const ids: Record<string, number> = {};
  for (const title of titles) ids[title] = await by.make('/v1/track', { title, playlist: list });
  return { list, ids, titles: async () => titlesOf(list) };
}

async function titlesOf(list: number, by: Pick<Person, 'list'> = root, more = ''): Promise<string> {
  const items = await by.list(`/v1/track?filter[playlist][eq]=${list}&count=100${more}`);
  return items.map(({ title }) => title).join('');
}

describe('an order by hand', () => {
  for (const [moved, to, expected] of [
    ['a', { after: 'c' }, 'bcad'],
    ['a', { before: 'd' }, 'bcad'],
    ['d', { before: 'a' }, 'dabc'],
    ['d', { to: 'first' }, 'dabc'],
    ['b', { to: 'last' }, 'acdb'],
    ['b', { before: 'c' }, 'abcd'],
    ['b', { after: 'a' }, 'abcd'],
    ['b', { after: 'b' }, 'abcd'],
    ['c', { after: 'd' }, 'abdc'],
    ['a', { to: 'first' }, 'abcd'],
    ['d', { to: 'last' }, 'abcd'],
  ] as const)
    it(`moves ${moved} ${JSON.stringify(to)}`, async () => {
      const { ids, titles } = await tracks('abcd');
      const [[name, value] = ['to', 'last']] = Object.entries(to);
      const body = { [name]: name === 'to' ? value : ids[value] };
      const answer = await root.post(`/v1/track/${ids[moved]}/move`, body);
      assert.deepEqual([answer.status, answer.body.code], [200, 2]);
      assert.equal(await titles(), expected);
    });

  it('puts a new record last, and a record that comes into another list', async () => {
    const [one, other] = [await tracks('ab'), await tracks('xy')];
    await root.make('/v1/track', { title: 'z', playlist: other.list });
    await root.done(`PATCH /v1/track/${one.ids.a}`, { playlist: other.list });
    assert.deepEqual([await one.titles(), await other.titles()], ['b', 'xyza']);
  });

  it('orders records of no list among themselves', async () => {
    const [n, m] = [
      await root.make('/v1/track', { title: 'n' }),
      await root.make('/v1/track', { title: 'm' }),
    ];
    await root.done(`POST /v1/track/${m}/move`, { before: n });
    const items = await root.list('/v1/track?filter[playlist][null]=true');
    assert.equal(items.map(({ title }) => title).join(''), 'mn');
  });

  it('ignores a position that is sent', async () => {
    const { ids, titles, list } = await tracks('ab');
    await root.done(`PATCH /v1/track/${ids.b}`, { place: '0' });
    await root.done(`PUT /v1/track/${ids.b}`, { title: 'b', playlist: list, place: null });
    await root.make('/v1/track', { title: 'c', playlist: list, place: '0' });
    assert.equal(await titles(), 'abc');
  });

  it('comes page by page, and other orders can be asked for', async () => {
    const { ids, list } = await tracks('abcde');
    await root.done(`POST /v1/track/${ids.e}/move`, { to: 'first' });
    const pages: string[] = [];
    let after = '';
    do {
      const page = await root.read<Page<AnyRecord<{ title: string }>>>(
        `/v1/track?filter[playlist][eq]=${list}&count=2${after}`,
      );
      pages.push(page.items.map(({ title }) => title).join(''));
      after = page.next === null ? '' : `&after=${page.next}`;
    } while (after !== '');
    assert.deepEqual(pages, ['ea', 'bc', 'd']);
    assert.equal(await titlesOf(list, root, '&sort=-place'), 'dcbae');
    assert.equal(await titlesOf(list, root, '&sort=title'), 'abcde');
  });

  it('orders all records of a collection without lists', async () => {
    const [one, two] = [await playlist(), await playlist()];
    await root.done(`POST /v1/playlist/${two}/move`, { to: 'first' });
    const items = await root.list('/v1/playlist?count=100');
    assert.deepEqual([items.at(0)?.id, items.at(-1)?.id], [two, one]);
  });

  it('writes one record, and tells it in the history', async () => {
    const { ids } = await tracks('abc');
    const before = await root.list(`/v1/track?filter[id][in]=${Object.values(ids).join()}`);
    await arranger.done(`POST /v1/track/${ids.c}/move`, { to: 'first' });
    const after = await root.list(`/v1/track?filter[id][in]=${Object.values(ids).join()}`);
    const changed = after.filter(({ id, place, update_time }) => {
      const was = before.find((record) => record.id === id);
      return was?.place !== place || was?.update_time !== update_time;
    });
    assert.deepEqual(
      changed.map(({ title }) => title),
      ['c'],
    );
    const { items } = await root.read<Page<Revision>>(`/v1/track/${ids.c}/history`);
    assert.deepEqual(
      [items.length, items[0]?.action, items[0]?.user?.username, Object.keys(items[0]?.changes ?? {})],
      [2, 'update', arranger.username, ['place']],
    );
  });

  it('leaves no revision where nothing moved', async () => {
    const { ids } = await tracks('ab');
    await root.done(`POST /v1/track/${ids.b}/move`, { after: ids.a });
    assert.equal((await root.read<Page<Revision>>(`/v1/track/${ids.b}/history`)).items.length, 1);
  });

  it('is kept in the trash', async () => {
    const { ids, titles } = await tracks('abcd');
    await root.done(`DELETE /v1/track/${ids.b}`);
    await root.done(`POST /v1/track/${ids.d}/move`, { after: ids.a });
    await root.done(`POST /v1/track/trash/${ids.b}/restore`);
    assert.equal((await titles()).replace('d', ''), 'abc');
  });

  it('keeps the place when an older state is restored', async () => {
    const { ids, titles } = await tracks('abc');
    await root.done(`PATCH /v1/track/${ids.a}`, { title: 'A' });
    await root.done(`POST /v1/track/${ids.a}/move`, { to: 'last' });
    const { items } = await root.read<Page<Revision>>(`/v1/track/${ids.a}/history`);
    await root.done(`POST /v1/track/${ids.a}/history/${items.at(-1)?.id}/restore`);
    assert.equal(await titles(), 'bca');
  });
});

describe('a move is refused', () => {
  for (const [who, person, status] of [
    ['nobody', nobody, 401],
    ['a member', member, 404],
    ['one with the right to arrange', arranger, 200],
    ['the super administrator', root, 200],
  ] as const)
    it(`or not: ${who} is answered ${status}`, async () => {
      const { ids, titles } = await tracks('ab');
      assert.equal((await person.post(`/v1/track/${ids.b}/move`, { to: 'first' })).status, status);
      assert.equal(await titles(), status === 200 ? 'ba' : 'ab');
    });

  for (const [body, fields] of [
    [{}, ['']],
    [{ to: 'last', before: 1 }, ['']],
    [{ to: 'middle' }, ['to']],
    [{ before: '1; drop' }, ['before']],
    [{ before: null }, ['before']],
    [{ after: 0 }, ['after']],
    [{ after: 1.5 }, ['after']],
    [{ after: 999_999 }, ['after']],
    [{ besides: 1 }, ['besides']],
  ] as const)
    it(`for ${JSON.stringify(body)}`, async () => {
      const { ids } = await tracks('a');
      const answer = await root.post<{ fields?: object }>(`/v1/track/${ids.a}/move`, body);
      assert.deepEqual([answer.status, Object.keys(answer.body.fields ?? { '': 1 })], [400, fields]);
    });

  it('beside a record that the caller may not read, in the words of a missing one', async () => {
    const { ids, list, titles } = await tracks('ab', member);
    const hidden = await root.make('/v1/track', { title: 'h', playlist: list, is_hidden: true });
    const refusals = [];
    for (const id of [hidden, 999_999]) {
      const { status, text } = await member.post(`/v1/track/${ids.a}/move`, { after: id });
      refusals.push([status, text.replaceAll(String(id), 'ID')]);
    }
    assert.deepEqual(refusals[0], refusals[1]);
    assert.equal(await titles(), 'abh');
    assert.equal(await titlesOf(list, member), 'ab');
  });

  it('beside a record of another list', async () => {
    const [one, other] = [await tracks('a'), await tracks('x')];
    const answer = await root.post<{ fields: object }>(`/v1/track/${one.ids.a}/move`, {
      before: other.ids.x,
    });
    assert.deepEqual([answer.status, Object.keys(answer.body.fields)], [400, ['before']]);
  });

  it('for a record that is not there, or changed meanwhile', async () => {
    const { ids, titles } = await tracks('ab');
    assert.equal((await root.post('/v1/track/999999/move', { to: 'last' })).status, 404);
    const url = `/v1/track/${ids.a}`;
    const { etag } = (await root.get(url)).headers;
    await root.done(`PATCH ${url}`, { title: 'A' });
    const headers = { 'if-match': String(etag) };
    const stale = await app.request('POST', `${url}/move`, {
      token: root.access,
      body: { to: 'last' },
      headers,
    });
    assert.deepEqual([stale.status, await titles()], [412, 'Ab']);
  });

  it('and tried out without a trace', async () => {
    const { ids, titles } = await tracks('ab');
    const { row: record } = await root.done<{ row: AnyRecord<{ title: string }> }>(
      `POST /v1/track/${ids.a}/move?dry_run=true`,
      {
        to: 'last',
      },
    );
    assert.deepEqual([record.title, await titles()], ['a', 'ab']);
  });
});

describe('a list without room', () => {
  it('numbers records that are older than their position, in the order of their ids', async () => {
    const { ids, list, titles } = await tracks('abcd');
    const { query, engine } = app.server.store.database;
    const bare = query.updateTable('track').set({ place: null }).where('playlist', '=', list);
    await engine.transaction(async (connection) => connection.run(bare.compile()));
    await root.make('/v1/track', { title: 'e', playlist: list });
    assert.equal(await titles(), 'abcde');
    await root.done(`POST /v1/track/${ids.d}/move`, { before: ids.b });
    assert.equal(await titles(), 'adbce');
  });

  it('is numbered anew, records in the trash included', async () => {
    const { ids, titles } = await tracks('abcd');
    await root.done(`DELETE /v1/track/${ids.c}`);
    const tight = [
      '100000000000000',
      '100000000000001',
      `100000000000001${'0'.repeat(43)}1`,
      '999999999999999',
    ];
    const { engine, query } = app.server.store.database;
    for (const [index, title] of [...'abcd'].entries()) {
      const place = query
        .withoutPlugins()
        .updateTable('track')
        .set({ place: tight[index] })
        .where(sql.ref('id'), '=', ids[title]);
      await engine.transaction(async (connection) => connection.run(place.compile()));
    }
    const e = await root.make('/v1/track', {
      title: 'e',
      playlist: (await root.read(`/v1/track/${ids.a}`)).playlist,
    });
    await root.done(`POST /v1/track/${e}/move`, { to: 'first' });
    await root.done(`POST /v1/track/trash/${ids.c}/restore`);
    assert.equal(await titles(), 'eabcd');
  });

  it('takes any number of moves to one place', async () => {
    const { ids, titles } = await tracks('abc');
    for (let turn = 0; turn < 420; turn += 1) {
      const [moved, other] = turn % 2 === 0 ? ['c', 'b'] : ['b', 'c'];
      await root.done(`POST /v1/track/${ids[moved as string]}/move`, { after: ids.a });
      if (turn % 60 === 0) assert.equal(await titles(), `a${moved}${other}`);
    }
  });
});

it('the order and the move are described', async () => {
  const track = await root.read<Definition>('/cms/definition/track');
  assert.deepEqual(track.order, { field: 'place', within: 'playlist', sorts_lists: true });
  const place = track.fields.find(({ name }) => name === 'place');
  assert.deepEqual(
    [place?.kind, place?.filled, place?.creatable, place?.updatable],
    ['position', true, false, false],
  );
  const { paths } = await root.read<OpenApi>('/openapi.json');
  assert.ok(paths['/v1/track/{id}/move']?.post);
});
