// Takes long: what a Directus answers moves in by commands. Its answers are those of its reference, for no Directus runs here.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { image } from '../support/records/uploads.ts';
import { call, databaseNamed, serveHere, signIn } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { directusServer, TOKEN } from './directus-server.ts';
import { contentOf, items, NOTE, read, run, settingsOf } from './moving.ts';

const collection = (name: string, meta: object = {}) => ({
  collection: name,
  meta: { singleton: false, ...meta },
  schema: { name },
});
const field = (path: string, type: string, meta: object = {}, schema: object | null = {}) => ({
  collection: path.split('.')[0],
  field: path.split('.')[1],
  type,
  meta: { special: null, interface: null, options: null, ...meta },
  schema,
});
const key = (of: string, type = 'integer') => field(`${of}.id`, type, {}, { is_primary_key: true });
const alias = (of: string, name: string, special: string) =>
  field(`${of}.${name}`, 'alias', { special: [special] }, null);
const relation = (of: string, name: string, related: string, meta: object = {}) => ({
  collection: of,
  field: name,
  related_collection: related,
  meta: { one_field: null, junction_field: null, ...meta },
});

const ROLE = 'aaaaaaaa-0000-4000-8000-000000000001';
const [ANN, BO] = ['bbbbbbbb-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
const FILE = 'cccccccc-0000-4000-8000-000000000001';
const words = ['draft', 'published', 'archived'].map((value) => ({ text: value, value }));
const articles = Array.from({ length: 120 }, (_, index) => ({
  id: index + 1,
  status: index % 2 === 0 ? 'published' : 'draft',
  internalName: `Article ${index + 1}`,
  price: '19.90',
  big: '9007199254740993',
  cover: index === 0 ? FILE : null,
  author: 1 + (index % 2),
  related: index === 0 ? 2 : null,
  tags: index === 0 ? [{ tags_id: 8 }, { tags_id: 7 }] : [],
  translations: [
    { id: index * 2 + 1, articles_id: index + 1, languages_code: 'en-US', title: `Title ${index + 1}` },
    { id: index * 2 + 2, articles_id: index + 1, languages_code: 'de-DE', title: `Titel ${index + 1}` },
  ],
  date_created: '2021-02-03T04:05:06.000Z',
  date_updated: null,
  user_created: index === 0 ? ANN : null,
}));
const data = {
  '/collections': [
    collection('articles'),
    collection('authors'),
    collection('tags'),
    collection('articles_tags'),
    collection('articles_translations'),
    collection('site', { singleton: true }),
    { collection: 'a_folder', meta: {}, schema: null },
    collection('directus_users'),
  ],
  '/fields': [
    key('articles'),
    field('articles.status', 'string', { interface: 'select-dropdown', options: { choices: words } }),
    field('articles.internalName', 'string', {}, { max_length: 100 }),
    field('articles.price', 'decimal', {}, { numeric_precision: 30, numeric_scale: 2 }),
    field('articles.big', 'bigInteger'),
    field('articles.cover', 'uuid', { special: ['file'] }),
    field('articles.author', 'integer', { special: ['m2o'] }),
    field('articles.related', 'integer', { special: ['m2o'] }),
    alias('articles', 'tags', 'm2m'),
    alias('articles', 'translations', 'translations'),
    alias('articles', 'anything', 'm2a'),
    field('articles.date_created', 'timestamp', { special: ['date-created'] }),
    field('articles.date_updated', 'timestamp', { special: ['date-updated'] }),
    field('articles.user_created', 'uuid', { special: ['user-created'] }),
    key('authors'),
    field('authors.name', 'string', {}, { max_length: 255 }),
    field('authors.secret', 'hash'),
    alias('authors', 'articles', 'o2m'),
    key('tags'),
    field('tags.word', 'string'),
    key('articles_tags'),
    field('articles_tags.articles_id', 'integer'),
    field('articles_tags.tags_id', 'integer'),
    key('articles_translations'),
    field('articles_translations.articles_id', 'integer'),
    field('articles_translations.languages_code', 'string'),
    field('articles_translations.title', 'string'),
    key('site'),
    field('site.motto', 'text'),
  ],
  '/relations': [
    relation('articles', 'cover', 'directus_files'),
    relation('articles', 'author', 'authors', { one_field: 'articles' }),
    relation('articles', 'related', 'articles'),
    relation('articles_tags', 'articles_id', 'articles', { one_field: 'tags', junction_field: 'tags_id' }),
    relation('articles_tags', 'tags_id', 'tags', { junction_field: 'articles_id' }),
    relation('articles_translations', 'articles_id', 'articles', {
      one_field: 'translations',
      junction_field: 'languages_code',
    }),
    relation('articles_translations', 'languages_code', 'languages', { junction_field: 'articles_id' }),
  ],
  '/roles': [{ id: ROLE, name: 'Writers', description: 'They write' }],
  '/users': [
    { id: ANN, email: 'ann@site.example', first_name: 'Ann', last_name: 'Lee', status: 'active', role: ROLE },
    { id: BO, email: 'bo@site.example', first_name: 'Bo', last_name: null, status: 'suspended', role: null },
  ],
  '/files': [{ id: FILE, filename_download: 'tree.png', description: 'A tree' }],
  '/revisions': Array.from({ length: 130 }, (_, index) => ({
    id: index + 1,
    collection: index === 129 ? 'directus_users' : index % 2 === 0 ? 'articles' : 'authors',
    item: '1',
    delta:
      index % 2 === 0
        ? { internalName: `Name ${index}`, tags: { create: [], update: [], delete: [7] } }
        : { name: `Name ${index}`, secret: 'hash-of-a-secret' },
    data: {},
    activity: { action: index < 2 ? 'create' : 'update', timestamp: '2020-02-03T04:05:06.000Z', user: ANN },
  })),
  '/items/articles': articles,
  '/items/authors': [
    { id: 1, name: 'Mei', secret: 'hash-of-a-secret', articles: [] },
    { id: 2, name: 'Jo', secret: 'hash-of-a-secret', articles: [] },
  ],
  '/items/tags': [
    { id: 7, word: 'red' },
    { id: 8, word: 'green' },
  ],
  '/items/site': { id: 1, motto: 'Ever on' },
};
const directus = await directusServer(data, { [`/assets/${FILE}`]: await image('png') });
after(() => directus.close());

const folder = temporaryFolder();
const tokenFile = join(folder, 'token');
writeFileSync(tokenFile, `${TOKEN}\n`);
const content = contentOf({ note: NOTE }, 'en-US,de');
const NAME = 'directus';
await databaseNamed(NAME, content);
const moveIn = (...options: string[]) =>
  run(NAME, content, [
    'move-in',
    'directus',
    '--from',
    directus.base,
    '--token-file',
    tokenFile,
    '--files',
    ...options,
  ]);

describe('a Directus', () => {
  it('is rehearsed first, which writes nothing', async () => {
    const said = await moveIn();
    assert.match(said, /articles: 120 created, 0 updated, 0 unchanged, 0 left alone, 0 refused/);
    assert.match(said, /- articles\.anything: references to records of any collection/);
    assert.match(said, /- authors\.secret: hashes, which are secrets/);
    assert.doesNotMatch(said, new RegExp(TOKEN));
    assert.deepEqual(readdirSync(content), ['note.ts']);
  });

  it('goes on after a move that was cut off', async () => {
    directus.state.isBroken = true;
    const args = [
      'move-in',
      'directus',
      '--from',
      directus.base,
      '--token-file',
      tokenFile,
      '--apply',
      '--files',
    ];
    assert.match(await run(NAME, content, args, 1), /\/items\/articles answers 403/);
    directus.state.isBroken = false;
    const said = await moveIn('--apply');
    assert.match(said, /articles: 20 created, \d+ updated, \d+ unchanged, 0 left alone, 0 refused/);
    assert.match(said, /people: 0 created, 0 updated, 2 unchanged/);
  });

  it('brings records of all pages with what they refer to', async () => {
    const here = await serveHere(NAME, settingsOf(content));
    const token = await signIn(here);
    const [first, second] = items(
      await read(here, token, '/v1/articles?version=draft&sort=id&locale=all&count=2'),
    );
    assert.deepEqual(first?.title, { 'en-US': 'Title 1', de: 'Titel 1' });
    assert.deepEqual([first?.publication, second?.publication], ['published', 'draft']);
    assert.deepEqual([first?.internal_name, first?.price], ['Article 1', '19.90']);
    const withNumber = async (number: string) =>
      items(await read(here, token, `/v1/articles?version=draft&count=1&filter[big][eq]=${number}`)).length;
    assert.deepEqual([await withNumber('9007199254740993'), await withNumber('9007199254740992')], [1, 0]);
    assert.equal(first?.related, second?.id);
    assert.equal(first?.create_time, Date.parse('2021-02-03T04:05:06Z'));
    const tags = items(await read(here, token, '/v1/tags?sort=id'));
    assert.deepEqual(first?.tags, [tags[1]?.id, tags[0]?.id]);
    const authors = items(await read(here, token, '/v1/authors?sort=id'));
    assert.equal(first?.author, authors[0]?.id);
    assert.ok(authors.every((one) => !('secret' in one)));
    assert.equal((await read(here, token, '/v1/site')).motto, 'Ever on');
    const users = items(await read(here, token, '/cms/admin/users'));
    const ann = users.find(({ username }) => username === 'ann');
    assert.equal(ann?.nickname, 'Ann Lee');
    assert.match(JSON.stringify(ann?.groups), /Writers/);
    const bo = users.find(({ username }) => username === 'bo');
    assert.deepEqual([ann?.active, bo?.active], [1, 2]);
    const [shown] = items(await read(here, token, '/v1/articles?version=draft&sort=id&count=1&expand=cover'));
    const expanded = shown?.expanded as { cover: { private: boolean } } | undefined;
    assert.equal(expanded?.cover.private, true, 'not everybody may read it there');
    assert.match(readFileSync(join(content, 'articles.ts'), 'utf8'), /cover: file\(\{ private: true/);
  });

  it('brings what has changed since, and nothing twice', async () => {
    Object.assign(articles[4] ?? {}, { price: '5.00' });
    const said = await moveIn('--apply');
    assert.match(said, /articles: 0 created, 1 updated, 119 unchanged/);
    assert.match(said, /files: 0 created, 0 updated, 1 unchanged/);
    assert.match(said, /people: 0 created, 0 updated, 2 unchanged/);
  });

  it('brings earlier versions on demand, as a collection of super administrators, and no history', async () => {
    const said = await moveIn('--apply', '--revisions');
    assert.match(said, /earlier_version: 129 created, 0 updated, 0 unchanged, 0 left alone, 0 refused/);
    assert.match(
      await moveIn('--apply', '--revisions'),
      /earlier_version: 0 created, 0 updated, 129 unchanged/,
    );
    const here = await serveHere(NAME, settingsOf(content));
    const token = await signIn(here);
    const path = '/v1/earlier-version?sort=id&count=2&expand=articles';
    const [one, other] = items(await read(here, token, path));
    const [article] = items(await read(here, token, '/v1/articles?version=draft&sort=id&count=1'));
    const ann = items(await read(here, token, '/cms/admin/users')).find(({ username }) => username === 'ann');
    assert.deepEqual(
      [one?.collection, one?.key, one?.action, one?.articles, one?.person],
      ['articles', '1', 'create', article?.id, ann?.id],
    );
    assert.equal(one?.at, Date.parse('2020-02-03T04:05:06Z'));
    assert.deepEqual(one?.values, { internal_name: 'Name 0' });
    assert.deepEqual(other?.values, { name: 'Name 1' }, 'secrets stay behind');
    const history = await read(here, token, `/v1/articles/${article?.id}/history`);
    assert.doesNotMatch(JSON.stringify(history), /Name 0/);
    for (const stranger of [undefined, 'wrong'])
      assert.ok((await call(here, 'GET', `/api${path}`, { token: stranger })).status >= 400);
  });

  it('has no earlier versions where the system tells none', async () => {
    const args = ['move-in', 'wordpress', '--from', 'none.xml', '--revisions'];
    assert.match(await run(NAME, content, args, 2), /earlier versions come from directus alone/);
  });

  it('is refused without a token, with a wrong one, and by an address with a password', async () => {
    const args = ['move-in', 'directus', '--from', directus.base];
    assert.match(await run(NAME, content, args, 1), /there is no token/);
    const wrong = join(folder, 'wrong');
    writeFileSync(wrong, 'wrong');
    assert.match(
      await run(NAME, content, [...args, '--token-file', wrong], 1),
      /answers 403: the token must be/,
    );
    const named = directus.base.replace('http://', 'http://ann:pass@');
    const said = await run(
      NAME,
      content,
      ['move-in', 'directus', '--from', named, '--token-file', tokenFile],
      1,
    );
    assert.match(said, /without a name and a password/);
  });
});
