// Takes long: servers fill a database, and it moves to others.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { image } from '../support/records/uploads.ts';
import { call, databaseNamed, serveHere, signIn } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { contentOf, items, NOTE, read, run, settingsOf } from './moving.ts';
import { unzipped, zipped } from './zips.ts';

const AUTHOR = `import { bigint, decimal, defineCollection, everyone, login, permission, reference, text } from 'quire-cms';
export default defineCollection({
  name: 'author', label: 'Author', path: '/v1/author', audit: 'full',
  fields: {
    name: text({ max: 80, required: true, unique: true }),
    number: bigint(),
    worth: decimal({ precision: 18, scale: 4 }),
    favourite_id: reference('article', { onDelete: 'detach' }),
  },
  access: { read: everyone, create: login, update: login, delete: permission("Delete 'authors'", 'remove') },
});
`;
const ARTICLE = `import { blocks, choice, defineCollection, everyone, file, group, list, login, longText, reference, references, richText, slug, text } from 'quire-cms';
export default defineCollection({
  name: 'article', label: 'Article', path: '/v1/article', audit: 'full', drafts: true,
  fields: {
    title: text({ max: 80, required: true, searchable: true, localised: true }),
    slug: slug({ from: 'title', localised: true }),
    body: richText({ max: 5000 }),
    mood: choice(['calm', "it's loud"], { default: 'calm' }),
    picture_id: file({ onDelete: 'detach' }),
    author_id: reference('author', { onDelete: 'detach' }),
    more_ids: references('author', { onDelete: 'detach' }),
    tags: list(text({ max: 20 })),
    sections: blocks({
      quote: group({ words: longText({ max: 300 }), by_id: reference('author', { onDelete: 'detach' }) }),
      plain: group({ words: text({ max: 30 }) }),
    }),
  },
  access: { read: everyone, create: login, update: login, delete: login, drafts: login, publish: login },
});
`;
const SITE = `import { defineSingleton, everyone, login, text } from 'quire-cms';
export default defineSingleton({
  name: 'site', label: 'Site', path: '/v1/site', audit: 'full',
  fields: { motto: text({ max: 80, default: '' }) },
  access: { read: everyone, update: login },
});
`;

/** Two that refer to each other: a keeper cannot be without a hut. */
const HUT = `import { defineCollection, login, reference, text } from 'quire-cms';
export default defineCollection({
  name: 'hut', label: 'Hut', path: '/v1/hut', audit: 'full',
  fields: { name: text({ max: 80 }), keeper_id: reference('keeper', { onDelete: 'detach' }) },
  access: { read: login, create: login, update: login, delete: login },
});
`;
const KEEPER = `import { defineCollection, login, reference, text } from 'quire-cms';
export default defineCollection({
  name: 'keeper', label: 'Keeper', path: '/v1/keeper', audit: 'full',
  fields: { name: text({ max: 80 }), hut_id: reference('hut', { required: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
`;

const definitions = { author: AUTHOR, article: ARTICLE, site: SITE, hut: HUT, keeper: KEEPER };
const there = contentOf(definitions, 'en,de');
const server = await serveHere('there', settingsOf(there));
const root = await signIn(server);
const post = async (path: string, body: unknown) => {
  const answer = await call(server, 'POST', `/api${path}`, { token: root, body });
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as unknown as { id: number };
};
const upload = async (name: string, query = '') => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await image('png'))], { type: 'image/png' }), name);
  const headers = { authorization: `Bearer ${root}` };
  const answer = await fetch(`${server.base}/api/cms/file${query}`, { method: 'POST', headers, body: form });
  const [file] = (await answer.json()) as { id: number; path: string }[];
  assert.ok(file, String(answer.status));
  return file;
};

const picture = await upload('first.png');
await upload('unused.png');
await post('/v1/author', { name: 'Nobody of note' });
const ann = await post('/v1/author', { name: 'Ann', number: 1 });
await call(server, 'PATCH', `/api/v1/author/${ann.id}`, {
  token: root,
  body: { worth: '12345678901234.5000' },
});
const bob = await post('/v1/author', { name: 'Bob' });
const [shown, changed] = [
  await post('/v1/article', {
    title: { en: 'Spring', de: 'Frühling' },
    body: `<p>Look: <img src="/assets/${picture.path}" alt="x"></p>`,
    mood: "it's loud",
    picture_id: picture.id,
    author_id: bob.id,
    more_ids: [bob.id, ann.id],
    tags: ['a', 'b'],
    sections: [
      { type: 'quote', words: 'Quoted', by_id: ann.id },
      { type: 'plain', words: 'Plain' },
    ],
  }),
  await post('/v1/article', { title: { en: 'Before' } }),
  await post('/v1/article', { title: { en: 'Hidden' } }),
];
await post(`/v1/article/${shown.id}/publish`, undefined);
await post(`/v1/article/${changed.id}/publish`, undefined);
await call(server, 'PATCH', `/api/v1/article/${changed.id}`, {
  token: root,
  body: { title: { en: 'After' } },
});
await call(server, 'PATCH', `/api/v1/author/${ann.id}`, { token: root, body: { favourite_id: shown.id } });
await call(server, 'PATCH', '/api/v1/site', { token: root, body: { motto: 'Ever on' } });
const hut = await post('/v1/hut', { name: 'High up' });
const keeper = await post('/v1/keeper', { name: 'Kit', hut_id: hut.id });
await call(server, 'PATCH', `/api/v1/hut/${hut.id}`, { token: root, body: { keeper_id: keeper.id } });
await post('/cms/admin/group', { name: 'Removers', info: 'They remove' });

const folder = temporaryFolder();
const archive = join(folder, 'all.zip');
await run('there', there, ['export', '--all', archive]);

/** What may be compared between two servers, whose ids differ. */
async function contentAt(name: string, content: string) {
  const here = await serveHere(name, settingsOf(content));
  const token = await signIn(here);
  const articles = await read(
    here,
    token,
    '/v1/article?version=draft&locale=all&sort=id&expand=author_id,picture_id',
  );
  const authors = await read(here, token, '/v1/author?sort=name&expand=favourite_id');
  const published = await read(here, token, '/v1/article?locale=all&sort=id');
  return { here, token, articles, authors, published, site: await read(here, token, '/v1/site') };
}

const of = (record: Record<string, unknown>, field: string) =>
  (record.expanded as Record<string, Record<string, unknown>>)[field] ?? {};

const projects = [
  ['without the definitions', contentOf({ note: NOTE }, 'en,de')],
  ['with the same definitions', contentOf(definitions, 'en,de')],
] as const;
const refusing = contentOf({ note: NOTE });
const nameOf = (what: string) => `here ${what}`.replaceAll(' ', '-');
for (const [what, content] of projects) await databaseNamed(nameOf(what), content);
await databaseNamed('hostile', refusing);

describe('an archive of everything', () => {
  it('is a documented ZIP file of JSON, without secrets', async () => {
    const entries = await unzipped(archive);
    const manifest = JSON.parse(String(entries.get('manifest.json')));
    assert.equal(manifest.format, 'quire-archive');
    assert.equal(manifest.version, 1);
    assert.deepEqual(manifest.locales, ['en', 'de']);
    for (const [name, { size, sha256 }] of Object.entries<{ size: number; sha256: string }>(
      manifest.entries,
    )) {
      const bytes = entries.get(name);
      assert.ok(bytes, name);
      assert.equal(bytes.length, size, name);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256, name);
    }
    assert.equal(entries.size, Object.keys(manifest.entries).length + 1);
    const people = String(entries.get('people.jsonl'));
    assert.match(people, /"username":"root"/);
    assert.doesNotMatch(people, /credential|name_key|argon/);
    assert.match(String(entries.get('records/author.jsonl')), /"worth":"?12345678901234\.5/);
    assert.ok(manifest.leftOut.some((line: string) => line.includes('passwords')));
  });

  for (const [what, content] of projects)
    describe(`moves into a project ${what}`, () => {
      const name = nameOf(what);
      const moveIn = (...options: string[]) =>
        run(name, content, ['move-in', 'quire', '--from', archive, ...options]);

      it('is rehearsed first, which writes nothing', async () => {
        const files = readdirSync(content);
        const said = await moveIn('--files');
        assert.match(said, /Rehearsal: nothing is written/);
        assert.match(said, /article: 3 created, 0 updated, 0 unchanged, 0 left alone, 0 refused/);
        assert.deepEqual(readdirSync(content), files);
      });

      it('brings all that it holds', async () => {
        const said = await moveIn('--files', '--apply', '--map', join(folder, `${name}.csv`));
        assert.match(said, /article: 3 created/);
        assert.match(said, /author: 3 created/);
        assert.match(said, /files: 2 created/);
        assert.match(said, /groups: 1 created/);
        for (const one of ['hut', 'keeper'])
          assert.match(
            said,
            new RegExp(`^${one}: 1 created, 0 updated, 0 unchanged, 0 left alone, 0 refused$`, 'm'),
          );
        assert.doesNotMatch(said, /^refused/m);
        const { here, token, articles, authors, published, site } = await contentAt(name, content);
        assert.deepEqual(
          items(articles).map(({ title }) => title),
          [
            { en: 'Spring', de: 'Frühling' },
            { en: 'After', de: null },
            { en: 'Hidden', de: null },
          ],
        );
        assert.deepEqual(
          items(articles).map(({ publication }) => publication),
          ['published', 'changed', 'draft'],
        );
        assert.deepEqual(
          items(published).map(({ title }) => (title as { en: string }).en),
          ['Spring', 'Before'],
        );
        const [first] = items(articles) as [Record<string, unknown>];
        assert.equal(of(first, 'author_id').name, 'Bob');
        assert.equal(first.mood, "it's loud");
        assert.deepEqual(first.tags, ['a', 'b']);
        const [ann, bob] = items(authors) as [Record<string, unknown>, Record<string, unknown>];
        assert.deepEqual(first.more_ids, [bob.id, ann.id]);
        assert.equal((first.sections as { by_id: number }[])[0]?.by_id, ann.id);
        assert.equal(of(ann, 'favourite_id').id, first.id);
        assert.equal(ann.worth, '12345678901234.5000');
        assert.equal(site.motto, 'Ever on');
        const url = String(of(first, 'picture_id').url);
        assert.ok(!String(first.body).includes(picture.path), 'texts show the file by its address here');
        assert.ok(String(first.body).includes(new URL(url, here.base).pathname));
        assert.equal((await fetch(new URL(url, here.base))).status, 200);
        const [{ id: keeperHere, hut_id }] = items(await read(here, token, '/v1/keeper')) as [
          Record<string, number>,
        ];
        assert.equal((await read(here, token, `/v1/hut/${hut_id}`)).keeper_id, keeperHere);
        const groups = await read(here, token, '/cms/admin/group/all');
        assert.ok(JSON.stringify(groups).includes('Removers'));
        assert.match(readFileSync(join(folder, `${name}.csv`), 'utf8'), /\r\narticle,\d+,\d+\r\n/);
      });

      it('brings nothing twice', async () => {
        const said = await moveIn('--files', '--apply');
        assert.match(said, /article: 0 created, 0 updated, 3 unchanged/);
        assert.match(said, /author: 0 created, 0 updated, 3 unchanged/);
        assert.match(said, /files: 0 created, 0 updated, 2 unchanged/);
        for (const one of ['hut', 'keeper'])
          assert.match(said, new RegExp(`^${one}: 0 created, 0 updated, 1 unchanged`, 'm'));
        assert.doesNotMatch(said, /refused: /);
      });
    });

  describe('is refused', async () => {
    const content = refusing;
    const sound = await unzipped(archive);
    const manifest = JSON.parse(String(sound.get('manifest.json')));
    const withManifest = (changes: object) =>
      new Map(sound).set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...changes })));
    const relisted = (name: string, bytes: Buffer) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const entries = { ...manifest.entries, [name]: { size: bytes.length, sha256 } };
      return withManifest({ entries }).set(name, bytes);
    };
    const evil = { ...JSON.parse(String(sound.get('collections/author.json'))) };
    const cases: Readonly<Record<string, [Map<string, Buffer>, RegExp]>> = {
      'with a wrong hash': [
        new Map(sound).set('people.jsonl', Buffer.from('{}')),
        /not what the manifest says/,
      ],
      'of a newer version': [withManifest({ version: 2 }), /upgrade it first/],
      'with a path out of the folder': [relisted('../evil.ts', Buffer.from('x')), /evil\.ts|relative path/],
      'with an absolute path': [relisted('/etc/evil', Buffer.from('x')), /evil|absolute path/],
      'with an entry that nobody lists': [
        new Map(sound).set('files/999.png', Buffer.from('x')),
        /does not list/,
      ],
      'without an entry that it lists': [
        new Map([...sound].filter(([name]) => name !== 'people.jsonl')),
        /is missing/,
      ],
      'that unpacks to very much': [relisted('files/998.txt', Buffer.alloc(150_000_000)), /times its size/],
      'with a field of no kind': [
        relisted(
          'collections/author.json',
          Buffer.from(JSON.stringify({ ...evil, fields: { name: { kind: 'constructor', options: {} } } })),
        ),
        /no known kind/,
      ],
      'with wrong options': [
        relisted(
          'collections/author.json',
          Buffer.from(
            JSON.stringify({
              ...evil,
              fields: { name: { kind: 'text', options: { max: 'process.exit()' } } },
            }),
          ),
        ),
        /max/,
      ],
      'with a name that is code': [
        relisted(
          'collections/author.json',
          Buffer.from(JSON.stringify({ ...evil, name: "x'});process.exit(" })),
        ),
        /snake_case/,
      ],
    };
    for (const [what, [entries, expected]] of Object.entries(cases))
      it(what, async () => {
        const file = join(temporaryFolder(), 'hostile.zip');
        await zipped(file, entries);
        const said = await run('hostile', content, ['move-in', 'quire', '--from', file, '--apply'], 1);
        assert.match(said, expected);
        assert.deepEqual(readdirSync(content), ['note.ts']);
      });

    it('that is no ZIP file', async () => {
      const file = join(temporaryFolder(), 'none.zip');
      writeFileSync(file, 'PK? no');
      assert.match(
        await run('hostile', content, ['move-in', 'quire', '--from', file], 1),
        /cannot be read as a ZIP/,
      );
    });
  });
});
