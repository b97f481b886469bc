import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { bulksOf } from '../support/records/bulk.ts';
import { importsInto } from '../support/records/imports.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/rules' });
const stock = await freshApp({ language: 'en', contentDir: 'test/content/stock' });
const library = await freshApp({ language: 'en', contentDir: 'test/content/library' });
const rooted = bulksOf(stock.root);
const READ = 'agent.read';

let count = 0;
/** Items of a name that no others have; answers the name and their ids. */
async function items(records: number, by = stock.root): Promise<{ name: string; ids: number[] }> {
  const name = `n${++count}`;
  const file = Array.from({ length: records }, (_, index) => `${name}-${index},${name}`);
  const imported = importsInto(stock, '/v1/item', by.access);
  const { id } = await imported.run('', `code,name\n${file.join('\n')}\n`);
  return { name, ids: (await imported.report(id)).map((record) => Number(record.id)) };
}

describe('who may change by filter', async () => {
  const author = await app.person();
  const editor = await app.granted('post.edit');
  const askers = {
    member: await app.person(),
    author,
    editor,
    super: await app.superAdministrator(),
    root: app.root,
  };
  /** Two published posts and two drafts of the author. */
  async function posts(): Promise<string> {
    const title = `word${++count}`;
    for (const state of ['published', 'draft', 'published', 'draft']) {
      const by = state === 'draft' ? author : editor;
      await by.make('/v1/post', { title: `${title} ${state}`, state });
    }
    return title;
  }

  it('is nobody who has not signed in', async () => {
    const { status } = await bulksOf(app.nobody).begin('/v1/post', '', { action: 'delete', expected: 0 });
    assert.equal(status, 401);
    assert.equal((await app.nobody.get('/cms/bulk/1')).status, 401);
  });

  for (const [who, seen, mine, mayUndo] of [
    ['member', 2, 0, true],
    ['author', 4, 2, true],
    ['editor', 4, 4, true],
    ['super', 4, 4, true],
    ['root', 4, 4, true],
  ] as const)
    it(`${who}: sees ${seen} of four records and changes ${mine}; the others are reported`, async () => {
      const bulks = bulksOf(askers[who]);
      const query = `q=${await posts()}`;
      for (const body of [
        { action: 'update', set: { follows: null, title: `${query.slice(2)} changed` } },
        { action: 'delete' },
      ]) {
        const other = await bulks.begin('/v1/post', query, { ...body, expected: seen + 1 });
        assert.deepEqual([other.status, other.headers['x-total-count']], [409, String(seen)]);
        const done = await bulks.run('/v1/post', query, { ...body, expected: seen });
        assert.deepEqual([done.updated + done.deleted, done.refused], [mine, seen - mine], done.action);
        const report = await bulks.report(done.id);
        assert.equal(report.filter(({ outcome }) => outcome === 'refused').length, seen - mine);
        assert.equal(report.length, seen);
        const undone = mayUndo && (await bulks.undo(done.id));
        assert.deepEqual(undone && [undone.restored, undone.kept], [mine, 0]);
      }
    });

  it('finds their own alone; super administrators find all', async () => {
    const query = `q=${await posts()}`;
    const { id } = await bulksOf(author).run('/v1/post', query, { action: 'delete', expected: 4 });
    for (const path of ['', '/report'])
      assert.deepEqual(
        [await editor.get(`/cms/bulk/${id}${path}`), await app.root.get(`/cms/bulk/${id}${path}`)].map(
          ({ status }) => status,
        ),
        [404, 200],
      );
    assert.equal((await editor.post(`/cms/bulk/${id}/undo`)).status, 404);
    assert.equal((await bulksOf(app.root).undo(id)).restored, 2);
  });

  it('is told to them as long as they, or their key, may read the collection', async () => {
    const group = await library.groupWith(READ);
    const user_id = await library.root.make('/cms/service-user', { username: 'lender', group_ids: [group] });
    const keyed = async (limits: object) => {
      const body = { user_id, name: `key${++count}`, ...limits };
      return library.as((await library.root.done<{ key: string }>('POST /api/cms/key', body)).key);
    };
    const whole = await keyed({});
    await whole.make('/v1/agent', { phone: '1' });
    const change = { action: 'update', set: { phone: '2' }, expected: 1 };
    const { id } = await bulksOf(whole).run('/v1/agent', '', change);
    for (const [limits, ...expected] of [
      [{ permissions: [] }, 401, 401, 401],
      [{ collections: ['agent'] }, 401, 401, 401],
      [{ permissions: [READ], read_only: true }, 200, 200, 401],
      [{ permissions: [READ] }, 200, 200, 200],
    ] as const) {
      const key = await keyed(limits);
      const statuses = [
        (await key.get(`/cms/bulk/${id}`)).status,
        (await key.get(`/cms/bulk/${id}/report`)).status,
        (await key.post(`/cms/bulk/${id}/undo`)).status,
      ];
      assert.deepEqual(statuses, expected, JSON.stringify(limits));
    }
  });

  it('does not filter by what they may not read, nor set what they may not change', async () => {
    const person = bulksOf(author);
    await app.root.make('/v1/person', { name: 'bulky', salary: '10' });
    for (const [query, set] of [
      ['filter[salary][gt]=1', { name: 'rich' }],
      ['filter[boss][salary][gt]=1', { name: 'rich' }],
    ] as const) {
      const { status } = await person.begin('/v1/person', query, { action: 'update', set, expected: 1 });
      assert.equal(status, 400, query);
    }
    const { id, refused } = await person.run('/v1/person', 'q=bulky', {
      action: 'update',
      set: { salary: '99' },
      expected: 1,
    });
    assert.equal(refused, 1);
    assert.deepEqual(Object.keys((await person.report(id))[0]?.problems ?? {}), ['salary']);
  });
});

it('a change of more records than its user may read in an hour does not begin', async () => {
  const member = bulksOf(await stock.person());
  for (const [who, expected, status] of [
    [member, 1_000_000, 409],
    [member, 1_000_001, 429],
    [rooted, 1_000_001, 409],
  ] as const) {
    const query = 'filter[name][eq]=nobody has this';
    const answer = await who.begin('/v1/item', query, { action: 'delete', expected });
    assert.equal(answer.status, status, answer.text);
  }
});

it('a change by filter asks in each batch what its user may do by then', async () => {
  const keeper = await stock.granted('item.create');
  const { name } = await items(3000, keeper);
  const begun = await bulksOf(keeper).begin('/v1/item', `filter[name][eq]=${name}`, {
    action: 'update',
    set: { note: 'x' },
    expected: 3000,
  });
  assert.equal(begun.status, 201, begun.text);
  await stock.root.done(`DELETE /cms/admin/user/${keeper.id}`);
  const { state, problem, updated } = await rooted.settled(begun.body.id);
  assert.deepEqual([state, problem], ['failed', 'There is no such user']);
  assert.ok(updated < 3000);
});
