import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';

/** Stands in every value that readers may not see. */
const NEEDLE = 'kxneedle';
/** Stands nowhere. */
const NOTHING = 'kxabsent';

const locales = readLocales('en,de,fr>de') ?? [];
const app = await freshApp({ contentDir: 'test/content/needles', locales, mcp: true, graphql: true });
const { root, nobody } = app;
const [member, before] = [await app.person(), Date.now() - 1];

let count = 0;
const text = () => ({ en: `${NEEDLE} en ${++count}`, de: `${NEEDLE} de ${count}` });
const item = async (values: object) => {
  const id = await root.make('/v1/item', { note: text(), weight: 4711, ...values });
  await root.done(`POST /v1/item/${id}/publish`);
  return id;
};
const title = { en: 'Plain', de: 'Schlicht' };
const open = await item({ title, code: 'open' });
const hidden = await item({ title: text(), code: `${NEEDLE}-1`, is_hidden: true, parent: open });
const under = await item({ title, code: 'under', parent: hidden });
const gone = await item({ title: text(), code: `${NEEDLE}-2`, is_hidden: true });
await root.done(`DELETE /v1/item/${gone}`);
const draft = await root.make('/v1/item', { title: text(), code: `${NEEDLE}-3`, parent: open });
await root.done(`PATCH /v1/item/${open}`, { title: text(), code: `${NEEDLE}-4` });
const marks = [];
for (const id of [open, hidden, draft, gone])
  marks.push((await root.ask('POST /v1/mark', { word: 'x', item: id })).body.id);

const SPOKEN = ['', 'locale=de', 'locale=fr', 'locale=de&fallback=false', 'locale=de,en', 'locale=all'];
const ITEMS = [open, hidden, under, gone, draft];

const graphql = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;

/** Paths that readers may ask for, with a filler for the query. */
const PATHS = [
  '/v1/item?expand=parent,children,marks.item&can=1&count=100',
  '/v1/item?sort=-title&count=100',
  '/v1/item?filter[parent][below]=1&count=100',
  '/v1/item?filter[marks][word][eq]=x',
  '/v1/item/aggregate?group=title&select=count',
  '/v1/item/aggregate?group=parent&select=count,min.title,max.title,min.code',
  '/v1/item/export?format=csv',
  '/v1/item/export?format=jsonl',
  '/v1/item?search=plain&highlight=true',
  '/v1/item?missing=fr',
  '/v1/mark?expand=item.parent,item.children',
  '/v1/mark?expand=item&sort=item.title',
  '/v1/mark/aggregate?group=item.title',
  '/v1/mark/export?format=jsonl&fields=item,word',
  ...ITEMS.flatMap((id) => [
    `/v1/item/${id}?expand=parent,children`,
    `/v1/item/${id}/ancestors?expand=parent`,
    `/v1/item/${id}/history?count=100`,
    `/v1/item/${id}/usage`,
    `/v1/item/${id}/difference?from=1`,
    `/v1/item/${id}?as_of=${Date.now()}`,
  ]),
  ...marks.map((id) => `/v1/mark/${id}/history?count=50`),
  `/v1/changes?since=${before}`,
  `/v1/changes?since=${before}&record=item`,
  '/v1/item/trash',
  '/v1/item?version=draft&count=100',
  `/v1/item/${open}?version=draft`,
  '/v1/search?q=plain&highlight=true',
  '/cms/view?record=item',
  '/cms/log',
  '/cms/undo',
  '/v1/change-set',
  ...[
    '{ item_list(first: 100) { nodes { id title code can parent { title code } children { title } marks { item { title } } } } }',
    '{ item_list(sort: ["-title"], search: "plain") { edges { node { title } highlights } totalCount } }',
    '{ de: item_list(locale: "de", first: 100) { nodes { title } } fr: item_list(locale: "fr") { nodes { title } } }',
    '{ item_aggregate(group: ["title"], select: ["count", "max.code"]) { nodes { group max } } }',
    '{ mark_list { nodes { item { title parent { title } children { title } } item_id } } }',
    ...ITEMS.map(
      (id) =>
        `{ item(id: ${id}) { title etag parent { title } } old: item(id: ${id}, as_of: ${Date.now()}) { title } }`,
    ),
    `{ item_draft(id: ${draft}) { title } }`,
    '{ item_list { nodes { note weight } } }',
    '{ item_trash(first: 100) { nodes { title code } } }',
    '{ search(q: "plain") { collection id title highlights } }',
    '{ undo_list { nodes { asked { request } } } }',
    ...['item_field_changes(field: "title")', 'item_draft_field_changes(field: "note")'].map(
      (field) => `{ ${field} { nodes { title changes } } }`,
    ),
    ...ITEMS.flatMap((id) => [
      `{ item_history(id: ${id}, first: 100) { nodes { changes } } }`,
      `{ item_draft_history(id: ${id}) { nodes { changes } } }`,
      `{ item_difference(id: ${id}, from: "1") { changes } }`,
      `{ item_usage(id: ${id}) { label count sample { title } } }`,
      `{ item_previews(id: ${id}) { id } }`,
    ]),
    ...marks.map((id) => `{ mark_history(id: ${id}) { nodes { changes } } }`),
  ].map(graphql),
];

/** Requests that would tell by their answer whether a word stands in what is hidden. */
const ORACLES = [
  '/v1/item?search=WORD&highlight=true',
  '/v1/item?q=WORD',
  '/v1/item?filter[title][contains]=WORD&total=true',
  '/v1/item?filter[code][starts]=WORD',
  '/v1/item?filter[note][contains]=WORD',
  '/v1/item?filter[parent][title][contains]=WORD',
  '/v1/item?filter[children][title][contains]=WORD',
  '/v1/mark?filter[item][title][contains]=WORD',
  '/v1/mark?filter[item][note][contains]=WORD',
  '/v1/item/aggregate?select=count&filter[title][contains]=WORD',
  '/v1/item/export?format=csv&filter[title][contains]=WORD',
  '/v1/item/search?q=WORD',
  '/v1/search?q=WORD',
  ...[
    '{ item_list(filter: {title: {contains: "WORD"}}, total: true) { totalCount nodes { id } } }',
    '{ item_list(filter: {parent: {title: {contains: "WORD"}}}) { nodes { id } } }',
    '{ item_list(filter: {note: {contains: "WORD"}}) { nodes { id } } }',
    '{ mark_list(filter: {item: {title: {contains: "WORD"}}}) { nodes { id } } }',
    '{ item_list(search: "WORD") { nodes { id } } }',
    '{ search(q: "WORD") { id title } }',
  ].map(graphql),
];

const joined = (path: string, query: string) =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

for (const [who, person] of [
  ['nobody', nobody],
  ['a member', member],
] as const)
  describe(`what ${who} may not read`, () => {
    for (const spoken of SPOKEN)
      it(`is in no answer (${spoken || 'the default language'})`, async () => {
        let answered = 0;
        for (const path of PATHS) {
          const asked = joined(path, spoken);
          const { status, text } = await person.get(asked);
          if (status < 300) answered += 1;
          assert.doesNotMatch(text, new RegExp(`${NEEDLE}|4711`), asked);
        }
        assert.ok(answered > 5, `${answered} answers`);
      });

    for (const spoken of SPOKEN)
      it(`cannot be asked for (${spoken || 'the default language'})`, async () => {
        for (const oracle of ORACLES) {
          const answers = [];
          for (const word of [NEEDLE, NOTHING]) {
            const asked = joined(oracle.replace('WORD', word), spoken);
            const { status, text } = await person.get(asked);
            answers.push([status, text.replaceAll(word, 'WORD')]);
          }
          assert.deepEqual(answers[0], answers[1], joined(oracle, spoken));
        }
      });

    it('orders and groups nothing', async () => {
      for (const query of ['sort=note', 'sort=weight', 'sort=parent.weight', 'sort=note__de'])
        assert.equal((await person.get(`/v1/item?${query}`)).status, 400, query);
      for (const query of ['group=weight', 'select=sum.weight', 'group=note__de', 'group=parent.note'])
        assert.equal((await person.get(`/v1/item/aggregate?${query}`)).status, 400, query);
    });
  });

it('what readers may not see is shown to the super administrator, by most of these ways', async () => {
  let shown = 0;
  for (const path of [...PATHS, ...ORACLES.map((oracle) => oracle.replace('WORD', NEEDLE))]) {
    const { text } = await root.get(joined(path, 'locale=all'));
    if (text.replaceAll(`=${NEEDLE}`, '').includes(NEEDLE)) shown += 1;
  }
  assert.ok(shown > 25, `${shown} ways`);
});

describe('what a member writes', () => {
  it('does not tell what hidden records hold', async () => {
    const imports = importsInto(app, '/v1/item', member.access);
    const names = [NEEDLE, NOTHING].flatMap((word) => [`${word}-1`, `${word}-2`, `${word}-3`]);
    const file = `title,parent.code\n${names.map((name) => `x,${name}`).join('\n')}\n`;
    const { id, refused } = await imports.run('dry_run=true', file);
    assert.equal(refused, names.length);
    const told = (await imports.report(id)).map((record) =>
      JSON.stringify({ ...record, line: 0 }).replace(/(kxneedle|kxabsent)-\d/g, 'WORD'),
    );
    assert.equal(new Set(told).size, 1, told.join('\n'));
  });

  it('answers about hidden records as about records that are not there', async () => {
    const absent = 999_999;
    for (const request of [
      'PATCH /v1/item/ID',
      'PUT /v1/item/ID',
      'POST /v1/item/ID/discard',
      'POST /v1/item/ID/publish',
      'POST /v1/item/ID/preview',
    ])
      for (const id of [hidden, gone]) {
        const [one, other] = [id, absent].map((record) => request.replace('ID', String(record)));
        const body = { title: 'y' };
        const answers = [await member.ask(one ?? '', body), await member.ask(other ?? '', body)];
        const [first, second] = answers.map(({ status, body: { code } }) => [status, code]);
        assert.deepEqual(first, second, `${one}: ${answers[0]?.text}`);
      }
  });

  it('shows no hidden value in a change set, before and after', async () => {
    const items = [{ record: 'item', action: 'update', id: open, values: { title: 'Mine' } }];
    const { status, body, text } = await member.ask('POST /v1/change-set', { title: 'set', items });
    assert.doesNotMatch(text, new RegExp(NEEDLE));
    if (status < 300)
      assert.doesNotMatch((await member.get(`/v1/change-set/${body.id}`)).text, new RegExp(NEEDLE));
  });

  it('is told nothing hidden by an undo', async () => {
    await member.ask(`PATCH /v1/item/${under}`, { title: 'Mine' });
    const { text } = await member.ask('POST /cms/undo/preview', { since: before });
    assert.doesNotMatch(text, new RegExp(NEEDLE));
  });

  it('is not explained by values', async () => {
    for (const id of ITEMS) {
      const { text } = await member.get(`/cms/access/explain?record=item&use=read&row=${id}`);
      assert.doesNotMatch(text, new RegExp(NEEDLE));
    }
  });
});
