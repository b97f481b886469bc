import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

/** Every value that was never published contains this word. */
const SECRET = 'unripe';

const app = await freshApp({ contentDir: 'test/content/drafts' });
const { root, nobody } = app;
const [member, owner] = [await app.person(), await app.person()];
const granted = await app.granted('essay.drafts', 'writer.drafts', 'front.drafts');
const editor = await app.granted('essay.edit');
const publisher = await app.granted('essay.publish');

const topic = await root.make('/v1/topic', { name: 'open' });
const closed = await root.make('/v1/topic', { name: 'used by drafts alone' });
const ann = await root.make('/v1/writer', { name: 'Ann' });
await root.done(`POST /v1/writer/${ann}/publish`);
await root.done(`PATCH /v1/writer/${ann}`, { name: `${SECRET} Ann` });
const bob = await root.make('/v1/writer', { name: `${SECRET} Bob` });

const changed = await owner.make('/v1/essay', { title: 'Open', writer: null, topics: [topic] });
await root.done(`PATCH /v1/essay/${changed}`, { writer: ann });
await root.done(`POST /v1/essay/${changed}/publish`);
const published = Date.now();
await root.done(`PATCH /v1/essay/${changed}`, {
  title: `${SECRET} title`,
  body: `${SECRET} body`,
  note: `${SECRET} note`,
  topics: [closed],
  writer: bob,
});
const hidden = await owner.make('/v1/essay', { title: `${SECRET} essay`, topics: [closed] });
const others = await root.make('/v1/essay', { title: `${SECRET} of root` });
const dangling = await root.make('/v1/essay', { title: 'Of an unknown writer', writer: bob });
await root.done(`POST /v1/essay/${dangling}/publish`);
const taken = await root.make('/v1/essay', { title: 'Taken back' });
await root.done(`POST /v1/essay/${taken}/publish`);
await root.done(`POST /v1/essay/${taken}/unpublish`);
await root.done(`PATCH /v1/essay/${taken}`, { title: `${SECRET} again` });
const deleted = await root.make('/v1/essay', { title: `${SECRET} waste` });
await root.done(`DELETE /v1/essay/${deleted}`);
await root.make('/v1/remark', { words: 'fine', essay: changed });
await root.make('/v1/remark', { words: 'too early', essay: hidden });
await root.done('PATCH /v1/front', { headline: `${SECRET} headline` });

const people = [
  ['nobody', nobody],
  ['a member', member],
  ['the owner', owner],
  ['an editor', editor],
  ['a publisher', publisher],
  ['one who sees drafts', granted],
  ['the super administrator', root],
] as const;

/** Paths of records, without the parameter that asks for drafts. */
const paths = [
  '/v1/essay?',
  '/v1/essay?sort=-title&total=true',
  '/v1/essay?expand=writer,topics',
  '/v1/essay?expand=writer.best&can=1',
  `/v1/essay?filter[title][contains]=${SECRET}`,
  `/v1/essay?filter[writer][name][contains]=${SECRET}`,
  `/v1/essay?filter[topics][eq]=${closed}`,
  `/v1/essay?q=${SECRET}`,
  `/v1/essay?as_of=${Date.now() + 60_000}`,
  `/v1/essay?as_of=${published}`,
  '/v1/essay/aggregate?select=count',
  '/v1/essay/aggregate?group=title',
  '/v1/essay/aggregate?group=title,slug',
  '/v1/essay/export?',
  '/v1/essay/export?format=jsonl',
  ...[changed, hidden, others, dangling, taken, deleted].flatMap((id) => [
    `/v1/essay/${id}?`,
    `/v1/essay/${id}?expand=writer,topics`,
    `/v1/essay/${id}?as_of=${Date.now() + 60_000}`,
    `/v1/essay/${id}/history?`,
    `/v1/essay/${id}/usage?`,
  ]),
  `/v1/writer?q=${SECRET}`,
  `/v1/writer/${ann}?expand=best`,
  `/v1/writer/${bob}?`,
  `/v1/writer/${ann}/usage?`,
  `/v1/writer/${bob}/usage?`,
  '/v1/front?',
];

/** Paths without versions. */
const others_ = [
  `/v1/essay/search?q=${SECRET}`,
  `/v1/essay/search/one?q=${SECRET}`,
  '/v1/remark?expand=essay.writer',
  `/v1/remark?filter[essay][title][contains]=${SECRET}`,
  `/v1/topic/${closed}/usage`,
  '/v1/changes?record=essay',
];

const withoutQuery = (path: string) => path.replace(/q=\w+|contains\]=\w+/, '');
const answersOf = async (text: string) => text.replaceAll(`q=${SECRET}`, '');

describe('what was never published', () => {
  for (const [who, person] of people) {
    it(`is in nothing that ${who} is answered without asking for drafts`, async () => {
      for (const path of [...paths, ...paths.map((one) => `${one}&version=published`), ...others_]) {
        const { status, text } = await person.get(path);
        assert.ok(status < 500, path);
        if (path.startsWith('/v1/topic') && ['nobody', 'a member'].includes(who))
          assert.deepEqual(JSON.parse(text).items, [], path);
        assert.doesNotMatch(await answersOf(text), new RegExp(SECRET, 'i'), `${who}: ${withoutQuery(path)}`);
      }
    });
  }

  for (const [who, person] of people.slice(0, 2))
    it(`is in nothing that ${who} is answered about drafts`, async () => {
      for (const path of paths) {
        const { status, text } = await person.get(`${path}&version=draft`);
        assert.doesNotMatch(text, new RegExp(SECRET, 'i'), `${status} ${path}`);
        if (who === 'nobody') assert.equal(status, 401, path);
      }
      for (const path of ['/v1/essay/trash', '/v1/essay/import'])
        assert.equal((await person.get(path)).status === 200 && who === 'nobody', false);
    });

  it('is shown to those who may see drafts, in each place', async () => {
    for (const person of [granted, root])
      for (const path of paths.filter((one) => !/select=count|taken|usage|as_of|history/.test(one))) {
        const { status, text } = await person.get(`${path}&version=draft`);
        const isGone = path.startsWith(`/v1/essay/${deleted}`);
        assert.equal(status, isGone ? 404 : 200, path);
        const isOpen =
          isGone || path.startsWith(`/v1/essay/${dangling}?&`) || path === `/v1/essay/${dangling}?`;
        if (!isOpen) assert.match(text, new RegExp(SECRET), path);
      }
  });

  it('is shown to its owner, and nothing of others', async () => {
    const records = await owner.list<{ readonly id: number }>('/v1/essay?version=draft');
    assert.deepEqual(
      records.map(({ id }) => id),
      [changed, hidden],
    );
    assert.equal((await owner.get(`/v1/essay/${others}?version=draft`)).status, 404);
    assert.equal((await owner.get(`/v1/essay/${hidden}?version=draft`)).body.title, `${SECRET} essay`);
    assert.doesNotMatch((await owner.get('/v1/essay?version=draft')).text, /note/);
    // What the owner may not see as drafts is shown as it is published.
    const expanded = await owner.read<{
      readonly items: readonly { readonly expanded: { readonly writer: object | null } }[];
    }>('/v1/essay?version=draft&expand=writer');
    assert.equal(expanded.items[0]?.expanded.writer, null);
  });

  it('is not told by the feed of changes', async () => {
    for (const [who, person] of people) {
      const changes = await person.read<{
        readonly items: readonly { readonly row: number; readonly version?: string }[];
      }>('/v1/changes?record=essay&count=500');
      const drafts = changes.items
        .filter(({ version }) => version === 'draft')
        .map(({ row: record }) => record);
      const seen = {
        'the owner': [changed, hidden],
        'one who sees drafts': 'all',
        'the super administrator': 'all',
      }[who as string];
      if (seen === 'all') assert.ok(drafts.includes(others), who);
      else
        assert.deepEqual(
          drafts.filter((record) => !(seen ?? []).includes(record as never)),
          [],
          who,
        );
      const open = changes.items
        .filter(({ version }) => version === undefined)
        .map(({ row: record }) => record);
      assert.ok(!open.includes(hidden) && !open.includes(others) && !open.includes(deleted), who);
    }
  });

  it('is not answered to those who may change records, and not see drafts', async () => {
    for (const query of ['', '?dry_run=true']) {
      const more = { headers: { prefer: 'return=representation' } };
      const { text } = await editor.patch(`/v1/essay/${hidden}${query}`, { body: 'new' }, more);
      assert.doesNotMatch(text, new RegExp(SECRET), query);
      const done = await publisher.post(`/v1/essay/${hidden}/publish?dry_run=true`, undefined, more);
      assert.equal(done.status, 200);
      assert.doesNotMatch(done.text, new RegExp(SECRET));
    }
  });

  it('cannot be filtered, sorted or grouped by where only drafts have it', async () => {
    for (const path of [
      '/v1/essay?filter[publication][eq]=changed',
      '/v1/essay?sort=published_time',
      '/v1/essay?fields=publication',
      '/v1/essay/aggregate?group=publication',
    ])
      for (const [, person] of people) assert.equal((await person.get(path)).status, 400, path);
  });

  it('cannot be referred to by those who do not know it', async () => {
    const values = (essay: number | bigint) => ({ words: 'a guess', essay });
    assert.equal((await member.post('/v1/remark', values(changed))).status, 201);
    assert.equal((await member.post('/v1/remark', values(hidden))).status, 400);
    assert.equal((await owner.post('/v1/remark', values(hidden))).status, 201);
    assert.equal((await owner.post('/v1/remark', values(others))).status, 400);
  });
});

describe('who may decide what readers see', () => {
  for (const decision of ['publish', 'unpublish', 'discard'] as const)
    for (const [who, person, status] of [
      ['nobody', nobody, 401],
      ['a member', member, 401],
      ['the owner', owner, 401],
      ['one who sees drafts', granted, 401],
      ['an editor', editor, decision === 'discard' ? 200 : 401],
      ['a publisher', publisher, decision === 'discard' ? 401 : 200],
      ['the super administrator', root, 200],
    ] as const)
      it(`${decision}: ${who} is answered ${status}`, async () => {
        const answer = await person.ask(`POST /v1/essay/${changed}/${decision}?dry_run=true`);
        assert.equal(answer.status, status, answer.text);
      });
});
