import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';
import { undoing } from '../../support/records/undoing.ts';

const app = await freshApp({ contentDir: 'test/content/arranged' });
const { root } = app;
const member = await app.person();

let count = 0;

/** A playlist of these titles, and the ids of the tracks. */
async function tracks(titles: string) {
  const list = await root.make('/v1/playlist', { name: `list ${++count}` });
  const ids: Record<string, number> = {};
  for (const title of titles) ids[title] = await root.make('/v1/track', { title, playlist: list });
  const read = async () => {
    const items = await root.list(`/v1/track?filter[playlist][eq]=${list}`);
    return items.map(({ title }) => title).join('');
  };
  return { list, ids, titles: read };
}

describe('a record moves into another list', () => {
  for (const [place, expected] of [
    [{ before: 'x' }, 'bxyz'],
    [{ before: 'y' }, 'xbyz'],
    [{ after: 'y' }, 'xybz'],
    [{ to: 'first' }, 'bxyz'],
    [{ to: 'last' }, 'xyzb'],
  ] as const)
    it(`to its place there: ${JSON.stringify(place)}`, async () => {
      const [one, other] = [await tracks('abc'), await tracks('xyz')];
      const [[name, value] = ['to', 'last']] = Object.entries(place);
      const to = { [name]: name === 'to' ? value : other.ids[value], within: other.list };
      await root.done(`POST /v1/track/${one.ids.b}/move`, to);
      assert.deepEqual([await one.titles(), await other.titles()], ['ac', expected]);
      const items = await root.list<Revision>(`/v1/track/${one.ids.b}/history`);
      assert.deepEqual(Object.keys(items[0]?.changes ?? {}).toSorted(), ['place', 'playlist']);
      assert.equal(items.length, 2);
    });

  it('at the place that it had in its own list', async () => {
    const [one, other] = [await tracks('abc'), await tracks('xyz')];
    await root.done(`POST /v1/track/${one.ids.b}/move`, { after: other.ids.x, within: other.list });
    assert.equal(await other.titles(), 'xbyz');
  });

  it('and out of all lists, and into one that is empty', async () => {
    const [one, other] = [await tracks('ab'), await tracks('')];
    const first = await root.make('/v1/track', { title: '1' });
    await root.done(`POST /v1/track/${one.ids.a}/move`, { before: first, within: null });
    const bare = await root.list('/v1/track?filter[playlist][null]=true');
    assert.deepEqual(
      bare.map(({ id }) => id),
      [one.ids.a, first],
    );
    await root.done(`POST /v1/track/${one.ids.a}/move`, { to: 'last', within: other.list });
    assert.equal(await other.titles(), 'a');
  });

  it('by ids that are texts, as clients without large numbers send them', async () => {
    const [one, other] = [await tracks('ab'), await tracks('xy')];
    const to = { before: String(other.ids.y), within: String(other.list) };
    await root.done(`POST /v1/track/${one.ids.a}/move`, to);
    assert.equal(await other.titles(), 'xay');
  });

  it('or stays in its own, where that is named', async () => {
    const { ids, list, titles } = await tracks('abc');
    await root.done(`POST /v1/track/${ids.c}/move`, { to: 'first', within: list });
    assert.equal(await titles(), 'cab');
  });

  it('if its state is the expected one, and not on trial', async () => {
    const [one, other] = [await tracks('ab'), await tracks('x')];
    const path = `/v1/track/${one.ids.a}`;
    const { etag } = (await root.get(path)).headers;
    const to = { before: other.ids.x, within: other.list };
    assert.equal((await root.post(`${path}/move?dry_run=true`, to)).status, 200);
    assert.equal(await other.titles(), 'x');
    await root.done(`PATCH ${path}`, { title: 'A' });
    const late = await root.post(`${path}/move`, to, { headers: { 'if-match': String(etag) } });
    assert.equal(late.status, 412);
    assert.deepEqual([await one.titles(), await other.titles()], ['Ab', 'x']);
    const { etag: now } = (await root.get(path)).headers;
    const moved = await root.post(`${path}/move`, to, { headers: { 'if-match': String(now) } });
    assert.deepEqual([moved.status, await other.titles()], [200, 'Ax']);
  });

  for (const [what, bodyOf, problem] of [
    [
      'beside a record of a third list',
      (list: number, third: number) => ({ before: third, within: list }),
      'before',
    ],
    ['into a list that does not exist', () => ({ to: 'first', within: 987_654 }), 'playlist'],
    ['without a place', (list: number) => ({ within: list }), ''],
  ] as const)
    it(`not ${what}`, async () => {
      const [one, other, third] = [await tracks('ab'), await tracks('x'), await tracks('y')];
      const body = bodyOf(other.list, third.ids.y ?? 0);
      const answer = await root.post<{ fields: object }>(`/v1/track/${one.ids.a}/move`, body);
      assert.deepEqual([answer.status, Object.keys(answer.body.fields)], [400, [problem]]);
      assert.deepEqual([await one.titles(), await other.titles()], ['ab', 'x']);
    });

  it('not by who may not change it', async () => {
    const [one, other] = [await tracks('a'), await tracks('x')];
    const to = { to: 'first', within: other.list };
    assert.notEqual((await member.post(`/v1/track/${one.ids.a}/move`, to)).status, 200);
    assert.equal(await one.titles(), 'a');
  });

  it('not where all records are one list', async () => {
    const { list } = await tracks('');
    assert.equal((await root.post(`/v1/playlist/${list}/move`, { to: 'first', within: 1 })).status, 400);
  });
});

describe('an undo puts a record back to its place', () => {
  const { undo } = undoing(app);
  const undone = async (request: string, body: object) => {
    const answer = await root.ask(request, body);
    await undo(root, { request: String(answer.headers['x-request-id']) });
  };

  it('in its list', async () => {
    const { ids, titles } = await tracks('abcd');
    await undone(`POST /v1/track/${ids.b}/move`, { to: 'last' });
    assert.equal(await titles(), 'abcd');
  });

  it('in the list that it left, by a move or by a change of its field', async () => {
    const [one, other] = [await tracks('abc'), await tracks('xyz')];
    await undone(`POST /v1/track/${one.ids.b}/move`, { after: other.ids.x, within: other.list });
    assert.deepEqual([await one.titles(), await other.titles()], ['abc', 'xyz']);
    await undone(`PATCH /v1/track/${one.ids.a}`, { playlist: other.list });
    assert.deepEqual([await one.titles(), await other.titles()], ['abc', 'xyz']);
  });

  it('unless somebody has moved it since, which is told', async () => {
    const { ids, titles } = await tracks('abc');
    const { headers } = await root.post(`/v1/track/${ids.a}/move`, { to: 'last' });
    await root.done(`POST /v1/track/${ids.a}/move`, { to: 'first' });
    const { preview } = undoing(app);
    const { expected, rows } = await preview(root, { request: String(headers['x-request-id']) });
    assert.deepEqual([expected, rows[0]?.left, await titles()], [0, ['place'], 'abc']);
  });

  it('unless who undoes may not change its list: a place means nothing in another', async () => {
    const one = await freshApp({
      contentDir: projectOf({
        'content/pile.ts': `export default defineCollection({ name: 'pile', label: 'Piles', path: '/v1/pile', audit: 'full', fields: { title: text({ max: 9 }) }, access: { read: login, create: login, update: login, delete: login } });`,
        'content/sheet.ts': `import { position } from 'quire-cms';
          export default defineCollection({ name: 'sheet', label: 'Sheets', path: '/v1/sheet', audit: 'full',
            fields: { title: text({ max: 9 }), pile: reference('pile', { write: permission('Choose piles', 'choose') }), place: position({ within: 'pile' }) },
            access: { read: login, create: login, update: login, delete: login, history: login } });`,
      }),
    });
    const groupId = await one.groupWith('sheet.choose');
    const person = await one.person([groupId]);
    const [from, to] = [await one.root.make('/v1/pile', {}), await one.root.make('/v1/pile', {})];
    const id = await one.root.make('/v1/sheet', { title: 'a', pile: from });
    await one.root.make('/v1/sheet', { title: 'b', pile: to });
    const { headers } = await person.post(`/v1/sheet/${id}/move`, { to: 'first', within: to });
    await one.root.done(`PUT /cms/admin/user/${person.id}`, { group_ids: [] });
    const { expected, rows } = await undoing(one).preview(person, {
      request: String(headers['x-request-id']),
    });
    assert.deepEqual([expected, rows[0]?.left?.toSorted()], [0, ['pile', 'place']]);
  });
});
