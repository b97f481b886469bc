// Takes long: a compiler in JavaScript takes the client, and a native one that of each content folder.
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { catalogueWith } from '../../server/built-in-collections.ts';
import { writeClient } from '../../server/client/write-client.ts';
import { findDefinitions } from '../../server/definitions/find-definitions.ts';
import { clientFor } from '../../server/entries/client.ts';
import { quire } from '../support/server-process.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { type Compiler, compile } from './compiler.ts';

const folder = temporaryFolder();

/** What a compiler says about these files. */
async function compileHere(
  files: readonly string[],
  compiler: Compiler,
  options: object = {},
): Promise<string> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipDefaultLibCheck: true, // the declarations of browsers come with the compiler
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['es2022', 'dom'],
    types: [],
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return compile(folder, compiler);
}

async function writeClientOf(content: string, file: string): Promise<void> {
  const catalogue = catalogueWith(await findDefinitions(content));
  const text = writeClient(catalogue);
  assert.equal(writeClient(catalogue), text, 'the same definitions give the same text');
  writeFileSync(join(folder, file), text);
}

// In JavaScript, as most projects still compile.
test('the client is taken by the strictest compiler of a browser’s project', async () => {
  const out = join(folder, 'client.ts');
  const { ended, said } = await quire(['client', '--out', out], 'none', {
    CONTENT_DIR: 'test/content/library',
  });
  assert.equal(await ended, 0, said());
  const strictest = {
    lib: ['es2022', 'dom', 'dom.iterable'],
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitOverride: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUncheckedSideEffectImports: true,
    allowUnreachableCode: false,
    allowUnusedLabels: false,
    isolatedDeclarations: false,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    isolatedModules: true,
  };
  assert.equal(await compileHere(['client.ts'], 'typescript', strictest), '');
});

// One run of the compiler for all of these: it names the file that it does not take.
test('the client holds who uses it to the definitions', async () => {
  const contents = readdirSync('test/content'); // every kind of field, many references, and names that the client uses itself
  for (const content of contents) await writeClientOf(`test/content/${content}`, `${content}.ts`);
  copyFileSync(fileURLToPath(new URL('./foreign.ts.txt', import.meta.url)), join(folder, 'foreign.ts'));

  await writeClientOf('content', 'quire-client.ts');
  const shown = /```ts\n(import \{ Quire[\s\S]*?)```/.exec(
    readFileSync('docs/guides/typed-client.md', 'utf8'),
  )?.[1];
  assert.ok(shown, 'the page on the client shows it');
  writeFileSync(join(folder, 'readme.ts'), `declare const password: string;\n${shown}`);

  // What records refer to has its types, also where it has no routes.
  const use = `import { Quire } from './media.ts';
    const { photo } = new Quire({ base: 'http://127.0.0.1:5000' }).collections;
    const page = await photo.list({ expand: { image: true }, filter: { image: { mime: { eq: 'image/png' } } } });
    export const address: string | undefined = page.items[0]?.expanded.image?.url;`;
  writeFileSync(join(folder, 'media-use.ts'), use);

  writeFileSync(join(folder, 'shop-routes.ts'), await clientFor('test/projects/shop/content'));
  copyFileSync(fileURLToPath(new URL('./routes-use.ts.txt', import.meta.url)), join(folder, 'routes-use.ts'));

  writeFileSync(join(folder, 'languages.ts'), await clientFor('test/content/paper', 'zh,en,de'));
  const inLanguages = `import { Quire } from './languages.ts';
    const { article } = new Quire({ base: 'http://127.0.0.1:5000' }).collections;
    const id = await article.create({ title: { zh: '题', en: 'Title' }, lead: 'x' }, { locale: 'zh' });
    await article.patch(id, { title: 'Titel', lead__en: null }, { locale: 'de' });
    const one: string = (await article.get(id, { locale: 'en' })).title;
    const all: string | null | undefined = (await article.getTranslated(id, { fields: ['title'] })).title.de;
    const { items } = await article.listTranslated({ sort: 'title__en', filter: { title__de: { null: true } } });
    const pages: number | null | undefined = items[0]?.pages;
    await article.list({ locale: 'en', missing: ['en', 'de'], sort: '-title' });
    // @ts-expect-error: no such language
    await article.list({ locale: 'fr' });
    // @ts-expect-error: no such language
    await article.create({ title: { fr: 'x' } });
    // @ts-expect-error: a column is named, but not answered
    export const column = (await article.get(id)).title__en;
    export { all, one, pages };`;
  writeFileSync(join(folder, 'languages-use.ts'), inLanguages);

  copyFileSync(
    fileURLToPath(new URL('./nested-client.ts.txt', import.meta.url)),
    join(folder, 'nested-use.ts'),
  );

  const operators = `import { Quire } from './desk.ts';
    const { story } = new Quire({ base: 'http://127.0.0.1:5000' }).collections;
    await story.list({ filter: { not: { title: { ncontains: 'x', ends: 'y', nin: ['a'] } } } });
    await story.list({ filter: { editor: { eq: 'me' }, helpers: { nin: ['me', '7'], ne: '8' } } });
    await story.list({ filter: { create_time: { lte: 'now' }, update_time: { gt: 5, nin: [7] } } });
    await story.list({ filter: { or: [{ not: { helpers: { null: true } } }, { credits: { who: { ne: 'me' } } }] } });
    // @ts-expect-error: there is no such field
    await story.list({ filter: { not: { titel: { eq: 'x' } } } });
    // @ts-expect-error: users have no order
    await story.list({ filter: { editor: { gt: 'me' } } });
    export {};`;
  writeFileSync(join(folder, 'operators-use.ts'), operators);

  const sums = `import { Quire } from './library.ts';
    const { novel } = new Quire({ base: 'http://127.0.0.1:5000' }).collections;
    const { items, next } = await novel.aggregate({
      select: ['count', 'sum.price', 'sum.copies', 'avg.rating', 'max.create_time'],
      group: ['state', 'create_time.week', 'author.name'],
      filter: { rating: { gte: 3 } },
      zone: 'Europe/Berlin',
    });
    export const price: string | undefined = items[0]?.sum.price;
    export const copies: bigint | undefined = items[0]?.sum.copies;
    export const rating: string | null | undefined = items[0]?.avg.rating;
    export const last: number | null | undefined = items[0]?.max.create_time;
    export const state: 'draft' | 'live' | 'old' | null | undefined = items[0]?.group.state;
    export const count: number | undefined = items[0]?.count;
    export const all: number | undefined = (await novel.aggregate()).items[0]?.count;
    export const more: string | null = next;
    // @ts-expect-error: it was not asked for
    items[0]?.min;
    // @ts-expect-error: it was not asked for
    items[0]?.sum.rating;
    // @ts-expect-error: texts have no sum
    await novel.aggregate({ select: ['sum.title'] });
    // @ts-expect-error: groups have one order
    await novel.aggregate({ group: ['-state'] });`;
  writeFileSync(join(folder, 'sums-use.ts'), sums);

  const drafts = `import { type EssayDraftsRecord, Quire } from './drafts.ts';
    const { essay, front, topic } = new Quire({ base: 'http://127.0.0.1:5000' }).collections;
    const id = await essay.drafts.create({ body: 'the title comes later' }, { idempotencyKey: 'once' });
    const draft: EssayDraftsRecord = await essay.drafts.get(id);
    const title: string | null = draft.title;
    const planned: number | null = draft.publish_time;
    const state: 'draft' | 'published' | 'changed' = draft.publication;
    await essay.drafts.list({ filter: { publication: { eq: 'changed' } }, sort: '-published_time' });
    await essay.drafts.publish(id, { at: null, ifMatch: '"x"' });
    await essay.drafts.unpublish(id, { at: 1e15 });
    await essay.drafts.discard(id);
    await front.drafts.patch({ headline: 'Hello' });
    await front.drafts.publish();
    const seen: string = (await essay.get(id, { expand: { topics: true } })).title;
    const headline: string | null = (await front.get()).headline;
    // @ts-expect-error: what readers see is published, not written
    await essay.create({ title: 'x' });
    // @ts-expect-error: the server fills it in
    await essay.drafts.patch(id, { publication: 'published' });
    // @ts-expect-error: readers see no state
    await essay.list({ filter: { publication: { eq: 'draft' } } });
    await essay.history(id);
    const named: string | null = (await front.get({ fields: ['headline'] })).headline;
    // @ts-expect-error: it was not asked for
    (await front.get({ fields: ['headline'] })).create_time;
    // @ts-expect-error: readers see no trash
    await essay.trash();
    // @ts-expect-error: a singleton is no list
    await front.drafts.list();
    // @ts-expect-error: its one record needs no id
    await front.get('1');
    // @ts-expect-error: topics have no drafts
    topic.drafts;
    export { headline, named, planned, seen, state, title };`;
  writeFileSync(join(folder, 'drafts-use.ts'), drafts);

  const preview = `import { type ArticleDraftsRecord, subscribeToPreview } from './preview-site.ts';
    const article = { origin: 'https://cms.example', collection: 'article', id: '7' };
    const end: () => void = subscribeToPreview<ArticleDraftsRecord>(article, ({ id, locale, values }) => {
      const title: string | null | undefined = values.title;
      const minutes: number | null | undefined = values.minutes;
      const place: readonly (string | null)[] = [id, locale];
      // @ts-expect-error: there is no such field
      values.titel;
      return [title, minutes, place];
    });
    // @ts-expect-error: whose messages are heard has to be said
    subscribeToPreview({ collection: 'article' }, () => {});
    export { end };`;
  writeFileSync(join(folder, 'preview-use.ts'), preview);

  const files = contents.map((content) => `${content}.ts`);
  const used = [
    'foreign.ts',
    'readme.ts',
    'media-use.ts',
    'nested-use.ts',
    'routes-use.ts',
    'languages-use.ts',
    'sums-use.ts',
    'drafts-use.ts',
    'operators-use.ts',
    'preview-use.ts',
  ];
  assert.equal(await compileHere([...files, ...used], 'typescript-7'), '');
});
