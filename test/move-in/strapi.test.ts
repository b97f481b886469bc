// Takes long: commands move a Strapi in, by its export and from a server that answers as a Strapi was seen to.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { image } from '../support/records/uploads.ts';
import { databaseNamed, serveHere, signIn } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { contentOf, items, read, run, settingsOf } from './moving.ts';
import { entities, links, schemas, settings } from './strapi-data.ts';
import { strapiServer, TOKEN } from './strapi-server.ts';

const folder = temporaryFolder();
const png = await image('png');
const jsonl = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const entry = (name: string, body: string | Buffer) => ({
  header: { name, size: Buffer.byteLength(body) },
  body,
});
const archive = join(folder, 'export.tar.gz');
const packed = await packTar([
  entry('schemas/schemas_00001.jsonl', jsonl(schemas)),
  entry('entities/entities_00001.jsonl', jsonl(entities.slice(0, 5))),
  entry('entities/entities_00002.jsonl', jsonl(entities.slice(5))),
  entry('assets/uploads/tree_1.png', png),
  entry('assets/uploads/../../../../escaped.png', png),
  entry('links/links_00001.jsonl', jsonl(links)),
  entry('configuration/configuration_00001.jsonl', jsonl(settings)),
  entry('metadata.json', '{}'),
]);
writeFileSync(archive, gzipSync(packed));
const strapi = await strapiServer({ '/uploads/tree_1.png': png, '/uploads/rock_1.png': await image('webp') });
after(() => strapi.close());
const tokenFile = join(folder, 'token');
writeFileSync(tokenFile, TOKEN);

const NAME = 'strapi';
const content = contentOf({}, 'en,de');
await databaseNamed(NAME, content);
const SOURCE = ['--source', 'strapi:site'];
const byExport = (...options: string[]) => [
  'move-in',
  'strapi',
  '--from',
  archive,
  ...SOURCE,
  '--files',
  ...options,
];
const byServer = (...options: string[]) => [
  ...['move-in', 'strapi', '--from', strapi.base, ...SOURCE, '--token-file', tokenFile, '--files'],
  ...options,
];

describe('a Strapi', () => {
  it('is rehearsed first, by its export and from the server, which writes nothing', async () => {
    for (const args of [byExport(), byServer()]) {
      const said = await run(NAME, content, args, 1);
      assert.match(said, /article: 3 created, 0 updated, 0 unchanged, 0 left alone, 1 refused/);
      assert.match(said, /refused: article ccc: price /, 'nothing is rounded');
      assert.match(said, /author: 2 created/);
      assert.match(said, /- article\.anything: references to records of any type/);
      assert.match(said, /- article\.secret: passwords, which are secrets/);
      assert.match(said, /- article\.kind: its default/);
      assert.match(said, /- article\.seo\.internal: private within a component/);
      assert.match(said, /- author\.steps\.next\.next: components in components in components/);
      assert.match(said, /- records of the plug-in's type plugin::other\.thing/);
      assert.doesNotMatch(said, /plugin::upload|a-hash/);
      assert.equal(
        said.includes('article.notes: private, which only an export holds'),
        args[3] === strapi.base,
      );
    }
    assert.deepEqual(readdirSync(content), []);
  });

  it('comes by its export: texts by language, drafts, relations, components, files, people', async () => {
    const said = await run(NAME, content, byExport('--apply'), 1);
    assert.match(said, /refused: file rock: the export holds no rock_1\.png/);
    assert.equal(existsSync(join(folder, '..', 'escaped.png')), false);
    const here = await serveHere(NAME, settingsOf(content));
    const token = await signIn(here);
    const ask = (path: string) => read(here, token, path);
    const drafts = items(await ask('/v1/article?version=draft&sort=id&locale=all&expand=cover'));
    const [aaa, bbb, ddd] = drafts;
    assert.deepEqual(
      drafts.map(({ publication }) => publication),
      ['changed', 'published', 'draft'],
    );
    assert.deepEqual(aaa?.title, { en: 'First, changed', de: 'Erster' });
    assert.deepEqual(ddd?.title, { en: null, de: 'Vierter' });
    assert.deepEqual(
      items(await ask('/v1/article?sort=id&locale=all')).map(({ title }) => title),
      [
        { en: 'First', de: null },
        { en: 'Second', de: null },
      ],
    );
    assert.deepEqual(aaa?.body, { en: '<p><strong>&lt;Bold&gt;</strong></p>', de: null });
    assert.deepEqual([aaa?.price, aaa?.is_open, aaa?.kind, bbb?.kind], ['19.90', true, 'story', null]);
    const big = await ask('/v1/article?version=draft&filter[big][eq]=9007199254740993');
    assert.equal(items(big).length, 1);
    assert.deepEqual([aaa?.create_time, aaa?.notes], [Date.parse('2021-02-03T04:05:06Z'), 'For us']);
    const [mei, jo] = items(await ask('/v1/author?sort=id'));
    assert.deepEqual(aaa?.author, { en: jo?.id, de: mei?.id });
    assert.deepEqual(aaa?.related, { en: [bbb?.id], de: [] }, 'what was refused is left out');
    assert.deepEqual(aaa?.sections, {
      en: [],
      de: [
        { type: 'shared_quote', title: 'Q', words: 'Said' },
        { type: 'shared_seo', shared_seo_title: 'S', image: null },
      ],
    });
    assert.deepEqual(aaa?.seo, [{ title: 'One', image: null }]);
    assert.deepEqual(aaa?.gallery, [aaa?.cover]);
    assert.deepEqual((await ask('/v1/home?locale=all')).motto, { en: 'Ever on', de: 'Immer weiter' });
    const users = items(await ask('/cms/admin/users'));
    const [ann, bob] = ['ann', 'bob'].map((name) => users.find(({ username }) => username === name));
    assert.deepEqual([ann?.active, bob?.active], [1, 2]);
    assert.match(JSON.stringify(ann?.groups), /Writers/);
    assert.deepEqual(aaa?.owner, { en: ann?.id, de: null });
    assert.match(
      readFileSync(join(content, 'article.ts'), 'utf8'),
      /notes: longText\(\{.* read: permission\(/,
    );
  });

  it('is the same from the server, which tells no private values, and keeps files in their places', async () => {
    const said = await run(NAME, content, byServer('--apply'), 1);
    assert.match(said, /author: 0 created, 0 updated, 2 unchanged/);
    assert.match(said, /files: 1 created, 0 updated, 1 unchanged/);
    assert.match(said, /article: 0 created, 1 updated, 2 unchanged, 0 left alone, 1 refused/);
    assert.match(said, /home: 0 created, 0 updated, 1 unchanged/);
    const here = await serveHere(NAME, settingsOf(content));
    const [aaa] = items(await read(here, await signIn(here), '/v1/article?version=draft&sort=id&count=1'));
    assert.equal(Array.isArray(aaa?.gallery) && aaa.gallery.length, 2);
    assert.equal(aaa?.notes, 'For us', 'what the server does not tell stays');
  });

  it('is refused if it is no export, and without a token', async () => {
    const other = join(folder, 'other.tar');
    for (const [bytes, reason] of [
      [Buffer.from('a secret'.repeat(200)), /exports are read without encryption/],
      [await packTar([entry('metadata.json', '{}')]), /holds no content types/],
      [await packTar([entry('schemas/schemas_1.jsonl', '{')]), /a line is no JSON/],
    ] as const) {
      writeFileSync(other, bytes);
      assert.match(await run(NAME, content, ['move-in', 'strapi', '--from', other], 1), reason);
    }
    assert.match(
      await run(NAME, content, ['move-in', 'strapi', '--from', strapi.base], 1),
      /there is no token/,
    );
  });
});
