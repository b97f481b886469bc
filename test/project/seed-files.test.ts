import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { operatorDoor } from '../../server/access/operator.ts';
import { done, success } from '../../server/access/write-result.ts';
import type { Fixture } from '../../server/definitions/project/define-fixture.ts';
import { seed } from '../../server/project/seed.ts';
import { makeSeedFiles } from '../../server/project/seed-files.ts';
import { type FreshApp, freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';
import { image } from '../support/records/uploads.ts';

const PRINT = `defineCollection({
  name: 'print',
  label: 'Print',
  path: '/v1/print',
  audit: 'full',
  drafts: true,
  fields: {
    code: text({ max: 9, required: true, unique: true }),
    picture: file({ accept: ['image/*'] }),
    pages: files({ max: 3 }),
  },
  access: { read: everyone, create: login, update: login, delete: login },
})`;

const [lake, road] = [await image(), await image('webp')];

/** A project of prints, whose fixtures have two pictures, a text and a link that leads out of their folder. */
function prints(fixture = ''): string {
  const contentDir = projectOf({
    'content/print.ts': `import { file, files } from 'quire-cms';\nexport default ${PRINT};`,
    ...(fixture && { 'fixtures/prints.ts': `export default defineFixture(${fixture});` }),
  });
  const folder = join(dirname(contentDir), 'fixtures');
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  writeFileSync(join(folder, 'pictures/lake.png'), lake);
  writeFileSync(join(folder, 'pictures/road.webp'), road);
  cpSync(join(folder, 'pictures/lake.png'), join(folder, 'pictures/lake-again.png'));
  writeFileSync(join(folder, 'note.txt'), 'No picture.');
  symlinkSync(join(contentDir, 'print.ts'), join(folder, 'out.txt'));
  return contentDir;
}

const FIXTURE = {
  collection: 'print',
  key: 'code',
  drafts: ['b'],
  records: [
    { code: 'a', picture: { file: 'pictures/lake.png', alt: { en: 'A lake', zh: '湖' } } },
    { code: 'b', pages: [{ file: 'pictures/road.webp' }, { file: 'pictures/lake-again.png' }] },
  ],
} as const;

async function seeded(app: FreshApp, defined: Fixture, isTrial = false): Promise<string[]> {
  const { store, project, takeFile } = app.server;
  const files = makeSeedFiles(project.root, takeFile?.(isTrial), isTrial);
  const lines: string[] = [];
  const door = operatorDoor(store, 'seed');
  const write = isTrial ? door.tryOut.bind(door) : door.write.bind(door);
  await write(async (writes) => {
    lines.length = 0;
    const fixtures = [{ name: 'print', file: 'fixtures/prints.ts', defined }];
    await seed(writes, { ...project, access: [], fixtures }, files, (line) => lines.push(line));
    return done(success.done, 'seeded');
  });
  return lines;
}

interface Shown {
  readonly url: string;
  readonly alt: object;
  readonly name: string;
}

interface Print {
  readonly code: string;
  readonly picture: number | null;
  readonly pages: readonly number[];
}

describe('a seed with files', async () => {
  const app = await freshApp({ contentDir: prints() });
  const listed = (query = '') => app.root.list<Print>(`/v1/print?sort=code${query}`);
  const stored = () => {
    const { uploadDir } = app.settings;
    if (!existsSync(uploadDir)) return [];
    return readdirSync(uploadDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  };

  it('stores nothing on trial', async () => {
    assert.deepEqual(await seeded(app, FIXTURE, true), ['print: 2 created, 0 updated, 0 left alone']);
    assert.deepEqual([await listed(), stored().length], [[], 0]);
  });

  it('refuses a file as an upload would be, and keeps nothing of it', async () => {
    const records = [{ code: 'a', picture: { file: 'note.txt' } }];
    await assert.rejects(seeded(app, { collection: 'print', key: 'code', records }), /record 1, picture/);
    assert.deepEqual(await listed('&version=draft'), []);
  });

  it('stores each content once, with its texts, and leaves drafts unpublished', async () => {
    assert.deepEqual(await seeded(app, FIXTURE), ['print: 2 created, 0 updated, 0 left alone']);
    const [a, b] = await listed('&version=draft');
    assert.deepEqual(b?.pages[1], a?.picture, 'the same content is the same file');
    assert.deepEqual(
      (await listed()).map(({ code }) => code),
      ['a'],
    );
    const shown = await app.nobody.read<{ items: { expanded: { picture: Shown } }[] }>(
      '/v1/print?expand=picture',
    );
    const picture = shown.items[0]?.expanded.picture;
    assert.ok(picture);
    assert.deepEqual([picture.alt, picture.name], [{ en: 'A lake', zh: '湖' }, 'lake.png']);
    const { rawPayload } = await app.server.app.inject({ url: new URL(picture.url).pathname });
    const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    assert.equal(hashOf(rawPayload), hashOf(lake));
  });

  it('stores nothing again', async () => {
    const before = stored().length;
    assert.deepEqual(await seeded(app, FIXTURE), ['print: 0 created, 0 updated, 2 left alone']);
    const inStep = { ...FIXTURE, inStep: true } as const;
    assert.deepEqual(await seeded(app, inStep), ['print: 0 created, 0 updated, 2 left alone']);
    const { length } = await app.root.list('/cms/file?count=10');
    assert.deepEqual([stored().length, length], [before, 2]);
  });
});

for (const [what, named, told] of [
  [
    'that is not there',
    "{ file: 'pictures/sea.png' }",
    /record 1, field 'picture': there is no file 'pictures\/sea.png' in /,
  ],
  ['outside of its folder', "{ file: '../content/print.ts' }", /there is no file '\.\.\/content\/print\.ts'/],
  ['to which a link leads out', "{ file: 'out.txt' }", /there is no file 'out\.txt'/],
  ['that is a folder', "{ file: 'pictures' }", /there is no file 'pictures'/],
  [
    'with a text in no language',
    "{ file: 'note.txt', alt: { 'a b': 'x' } }",
    /'alt' must be a text for each language/,
  ],
] as const)
  it(`a fixture that names a file ${what} stops the start`, async () => {
    const contentDir = prints(
      `{ collection: 'print', key: 'code', records: [{ code: 'a', picture: ${named} }] }`,
    );
    await assert.rejects(freshApp({ contentDir }), told);
  });

for (const [what, fixture, told] of [
  [
    'of no record',
    "{ collection: 'print', key: 'code', drafts: ['b'], records: [{ code: 'a' }] }",
    /'drafts' names 'b', which is the code of no record/,
  ],
  [
    'of a collection without any',
    "{ collection: 'book', key: 'id', drafts: [1], records: [{ id: 1 }] }",
    /'drafts' needs a collection with drafts, and 'book' has none/,
  ],
] as const)
  it(`a fixture with drafts ${what} stops the start`, async () => {
    await assert.rejects(freshApp({ contentDir: prints(fixture) }), told);
  });
