import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type FreshApp, freshApp, type Person } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ contentDir: 'test/content/desk' });
const drafting = await freshApp({ contentDir: 'test/content/drafts' });
const { root, nobody } = app;
let ada: Person;
let ben: Person;
const stories: Record<string, number> = {};

before(async () => {
  [ada, ben] = [await app.person(), await app.person()];
  stories.First = await ada.make('/v1/story', {
    title: 'First',
    editor: ben.id,
    helpers: [ada.id],
    credits: [{ who: ben.id, part: 'photos' }],
  });
  stories.Second = await ben.make('/v1/story', {
    title: 'Second',
    editor: ada.id,
    helpers: [ben.id, ada.id],
  });
  stories.Third = await root.make('/v1/story', { title: 'Third' });
  await ada.make('/v1/badge', { code: 'a', owner: ada.id, story: stories.First });
  await ada.make('/v1/badge', { code: 'b', owner: ben.id, story: stories.Second });
});

interface Story {
  readonly id: number;
  readonly title: string;
  readonly is_mine?: boolean;
  readonly expanded?: Record<string, Record<string, unknown>>;
}
type Caller = FreshApp['nobody'];
const titles = async (caller: Caller, query: string) =>
  (await caller.list<Story>(`/v1/story?sort=id&${query}`)).map(({ title }) => title).join();
const problems = async (caller: Caller, path: string) => {
  const { status, body } = await caller.get<{ fields?: object }>(path);
  return [status, Object.keys(body.fields ?? {}).join()];
};

describe('is_mine as a filter', () => {
  for (const [query, ofAda, ofBen, ofNobody] of [
    ['filter[is_mine][eq]=true', 'First', 'Second', ''],
    ['filter[is_mine][ne]=true', 'Second,Third', 'First,Third', 'First,Second,Third'],
    ['filter[is_mine][eq]=false', 'Second,Third', 'First,Third', 'First,Second,Third'],
    [
      'filter[or][0][is_mine][eq]=true&filter[or][1][title][eq]=Third',
      'First,Third',
      'Second,Third',
      'Third',
    ],
    ['filter[and][0][is_mine][ne]=true&filter[and][1][title][starts]=T', 'Third', 'Third', 'Third'],
  ] as const)
    it(query, async () => {
      for (const [caller, expected] of [
        [ada, ofAda],
        [ben, ofBen],
        [nobody, ofNobody],
        [ada, ofAda],
      ] as const)
        for (const again of ['', '&total=true']) assert.equal(await titles(caller, query + again), expected);
    });

  it('holds for nobody even where strangers made records, as they share one id', async () => {
    await app.behind(`update story set create_user_id = 0 where title = 'Third'`);
    assert.equal(await titles(nobody, 'filter[is_mine][eq]=true'), '');
    assert.equal((await nobody.read<Story>(`/v1/story/${stories.Third}?fields=is_mine`)).is_mine, false);
  });

  it('follows references and ways back', async () => {
    const codes = async (query: string) =>
      (await ada.list<{ code: string }>(`/v1/badge?${query}`)).map(({ code }) => code).join();
    assert.equal(await codes('filter[story][is_mine][eq]=true'), 'a');
    assert.equal(await codes('filter[story][is_mine][eq]=false'), 'b');
    assert.equal(await titles(ada, 'filter[badges][is_mine][eq]=true'), 'First,Second');
    assert.deepEqual(await problems(nobody, '/v1/story?filter[badges][is_mine][eq]=true'), [
      400,
      'filter.badges',
    ]);
  });

  it('is refused where it says nothing', async () => {
    for (const [query, path] of [
      ['filter[is_mine]=true', 'filter.is_mine'],
      ['filter[is_mine][eq]=1', 'filter.is_mine.eq'],
      ['filter[is_mine][eq]=me', 'filter.is_mine.eq'],
      ['filter[is_mine][null]=true', 'filter.is_mine.null'],
      ['filter[is_mine][in]=true,false', 'filter.is_mine.in'],
      ['filter[is_mine][eq][eq]=true', 'filter.is_mine.eq'],
      ['filter[create_user_id][eq]=1', 'filter.create_user_id'],
      ['filter[editor][is_mine][eq]=true', 'filter.editor.is_mine'],
      ['sort=is_mine', 'sort'],
      ['sort=editor.is_mine', 'sort'],
    ] as const)
      for (const caller of [nobody, ada, root])
        assert.deepEqual(await problems(caller, `/v1/story?${query}`), [400, path], query);
    assert.deepEqual(await problems(ada, '/v1/story/aggregate?group=is_mine'), [400, 'group']);
    assert.deepEqual(await problems(ada, '/v1/story?expand=editor&fields=editor.is_mine'), [400, 'fields']);
    assert.equal((await ada.get('/cms/people?filter[is_mine][eq]=true')).status, 400);
  });

  it('counts, exports and changes what the caller made', async () => {
    const count = async (caller: Caller) =>
      (await caller.list<{ count: number }>('/v1/story/aggregate?filter[is_mine][eq]=true'))[0]?.count;
    assert.deepEqual([await count(ada), await count(nobody), await count(ben)], [1, 0, 1]);
    const lines = async (caller: Caller, query: string) =>
      (await caller.get(`/v1/story/export?${query}`)).text.split('\r\n').filter((line) => line !== '');
    assert.deepEqual(await lines(ada, 'fields=title,is_mine'), [
      'id,title,is_mine',
      `${stories.First},First,true`,
      `${stories.Second},Second,false`,
      `${stories.Third},Third,false`,
    ]);
    assert.deepEqual(
      (await lines(nobody, 'fields=is_mine')).slice(1).map((line) => line.split(',')[1]),
      ['false', 'false', 'false'],
    );
    assert.equal((await lines(ben, 'filter[is_mine][eq]=true&fields=title'))[1], `${stories.Second},Second`);
  });

  it('means the one who began a change by filter, no matter who else asks meanwhile', async () => {
    const begun = await ben.post('/v1/story/bulk-by-filter?filter[is_mine][eq]=true', {
      action: 'update',
      set: { credits: [{ who: ada.id, part: 'by filter' }] },
      expected: 1,
    });
    assert.equal(begun.status, 201, begun.text);
    await until(async () => (await ben.read(`/cms/bulk/${begun.body.id}`)).state === 'done');
    assert.equal(await titles(nobody, `filter[credits][part][eq]=by filter`), 'Second');
  });
});

describe('me as a value of a field that refers to users', () => {
  for (const [query, ofAda, ofBen] of [
    ['filter[editor][eq]=me', 'Second', 'First'],
    ['filter[editor][ne]=me', 'First,Third', 'Second,Third'],
    ['filter[editor][in]=me', 'Second', 'First'],
    ['filter[helpers][eq]=me', 'First,Second', 'Second'],
    ['filter[helpers][in]=me,1', 'First,Second', 'Second'],
    ['filter[credits][who][eq]=me', 'Second', 'First'],
    ['filter[editor][id][eq]=2', 'Second', 'Second'],
  ] as const)
    it(query, async () => {
      for (const [caller, expected] of [
        [ada, ofAda],
        [ben, ofBen],
        [ada, ofAda],
      ] as const)
        assert.equal(await titles(caller, query.replace('=2', `=${ada.id}`)), expected);
    });

  it('is refused to callers who have not signed in, and where it is no value', async () => {
    for (const field of ['editor', 'helpers', 'credits][who'])
      assert.deepEqual(await problems(nobody, `/v1/story?filter[${field}][eq]=me`), [
        400,
        `filter.${field.replace('][', '.')}.eq`,
      ]);
    for (const [query, path] of [
      ['filter[editor][lt]=me', 'filter.editor.lt'],
      ['filter[editor][gte]=me', 'filter.editor.gte'],
      ['filter[editor][id][eq]=me', 'filter.editor.id.eq'],
      ['filter[id][eq]=me', 'filter.id.eq'],
      ['filter[badges][story][eq]=me', 'filter.badges.story.eq'],
    ] as const)
      assert.deepEqual(await problems(ada, `/v1/story?${query}`), [400, path], query);
  });
});

describe('is_mine as a field', () => {
  it('is answered where it is asked for, to each caller of the same address', async () => {
    const path = '/v1/story?sort=id&fields=title,is_mine';
    const tags = new Set<unknown>();
    for (const [caller, expected] of [
      [nobody, [false, false, false]],
      [ada, [true, false, false]],
      [ben, [false, true, false]],
      [nobody, [false, false, false]],
      [ada, [true, false, false]],
    ] as const) {
      const { body, headers } = await caller.get<{ items: Story[] }>(path);
      assert.deepEqual(
        body.items.map(({ is_mine }) => is_mine),
        expected,
      );
      assert.deepEqual(Object.keys(body.items[0] ?? {}), ['id', 'title', 'is_mine']);
      tags.add(headers.etag);
    }
    assert.ok(tags.has(undefined) || tags.size === 3);
  });

  it('is answered with single records and expanded ones, and not unless asked for', async () => {
    const path = `/v1/story/${stories.First}`;
    assert.deepEqual(await ada.read(`${path}?fields=is_mine`), { id: stories.First, is_mine: true });
    assert.deepEqual(await ben.read(`${path}?fields=is_mine`), { id: stories.First, is_mine: false });
    assert.ok(!('is_mine' in (await ada.read(path))));
    const expanded = async (caller: Caller) =>
      (await caller.list<Story>('/v1/badge?sort=id&expand=story&fields=code,story.is_mine')).map(
        (record) => record.expanded?.story,
      );
    assert.deepEqual(await expanded(ada), [
      { id: stories.First, is_mine: true },
      { id: stories.Second, is_mine: false },
    ]);
    const back = `${path}?expand=badges&fields=title,badges.is_mine`;
    const { badges } = (await ada.read<Story>(back)).expanded as { badges: unknown };
    assert.deepEqual(badges, [{ id: 1, is_mine: true }]);
  });

  it('tells nobody who made a record', async () => {
    for (const caller of [ada, root])
      for (const query of ['', '&fields=title,is_mine', '&expand=editor&fields=is_mine,editor.nickname'])
        assert.ok(
          !(await caller.get(`/v1/story?filter[is_mine][ne]=true${query}`)).text.includes('create_user'),
        );
  });

  it('means the user of a key', async () => {
    const program = await keysOf(app).program();
    await program.make('/v1/story', { title: 'Fourth' });
    assert.equal(await titles(program, 'filter[is_mine][eq]=true'), 'Fourth');
  });

  it('is described to those who have signed in', async () => {
    const names = async (caller: Caller) => {
      const told = await caller.read<{ on_request?: { name: string; filters: string[] }[] }>(
        '/cms/definition/story',
      );
      return told.on_request?.map(({ name, filters }) => `${name} ${filters}`);
    };
    assert.deepEqual([await names(ada), await names(nobody)], [['is_mine eq,ne'], undefined]);
  });
});

describe('a collection with drafts', () => {
  it('tells who made the draft, and who made what is published', async () => {
    const writer = await drafting.person();
    const editor = await drafting.granted('essay.edit', 'essay.drafts', 'essay.publish');
    await writer.make('/v1/essay', { title: 'Mine' });
    const drafts = '/v1/essay?version=draft&fields=title,is_mine';
    const told = async (caller: Caller, path: string) =>
      (await caller.list<Story>(path)).map(({ title, is_mine }) => [title, is_mine]);
    assert.deepEqual(await told(writer, drafts), [['Mine', true]]);
    assert.deepEqual(await told(editor, drafts), [['Mine', false]]);
    assert.deepEqual(await told(editor, `${drafts}&filter[is_mine][eq]=true`), []);
    assert.deepEqual(await told(writer, '/v1/essay?fields=title,is_mine'), []);
  });
});
