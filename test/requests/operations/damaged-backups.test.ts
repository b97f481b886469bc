import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { dumpsOf } from '../../../server/database/open.ts';
import { Damaged } from '../../../server/features/backup/damaged.ts';
import { tryRestore } from '../../../server/features/backup/drill.ts';
import { type Manifest, writeManifest } from '../../../server/features/backup/manifest.ts';
import { backUp, emptyPlace, restore } from '../../support/backups.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { uploadImage } from '../../support/records/uploads.ts';
import { temporaryFolder } from '../../support/test-database.ts';

const app = await freshApp({ language: 'en' });
const { path: upload } = await uploadImage(app, app.root.access);
const { catalogue } = app.server.store;
const { path: sound, manifest } = await backUp(app.settings);
const place = await emptyPlace(app.settings);
app.database.closeFirst(place.remove);

const { file: tables } = manifest.database;
const stored = `files/${upload}`;
const manifestOf = (path: string): Edited => JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
/** A manifest that anything can be done to. */
type Edited = { -readonly [Key in keyof Manifest]: Manifest[Key] } & {
  files: Record<string, object>;
  seal?: string;
};
const edit = (path: string, change: (manifest: Edited) => unknown) => {
  const edited = manifestOf(path);
  change(edited);
  writeFileSync(join(path, 'manifest.json'), JSON.stringify(edited));
};
const flip = (file: string) => {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};

const damages: readonly (readonly [what: string, damage: (path: string) => void, said: RegExp])[] = [
  [
    'one bit of the tables is another',
    (path) => flip(join(path, tables)),
    /database\.\S+ is damaged: its SHA-256/,
  ],
  [
    'one bit of an upload is another',
    (path) => flip(join(path, stored)),
    new RegExp(`${upload} is damaged: its SHA`),
  ],
  [
    'the tables are cut short',
    (path) => truncateSync(join(path, tables), 100),
    /database\.\S+ is damaged: it has 100 of/,
  ],
  [
    'something stands behind the tables',
    (path) => appendFileSync(join(path, tables), 'x'),
    /database\.\S+ is damaged: it has/,
  ],
  ['the tables are missing', (path) => rmSync(join(path, tables)), /database\.\S+ is missing/],
  ['an upload is missing', (path) => rmSync(join(path, stored)), new RegExp(`${upload} is missing`)],
  [
    'a file is too much',
    (path) => writeFileSync(join(path, 'files', 'more'), ''),
    /files\/more is no part of the backup/,
  ],
  [
    'the manifest is missing',
    (path) => rmSync(join(path, 'manifest.json')),
    /is no whole backup: it has no manifest\.json/,
  ],
  [
    'the manifest is cut short',
    (path) => truncateSync(join(path, 'manifest.json'), 50),
    /manifest\.json was changed/,
  ],
  [
    'the manifest counts other records',
    (path) => edit(path, ({ database }) => Object.assign(database.records, { book: 7 })),
    /manifest\.json was changed/,
  ],
  [
    'the manifest has another hash',
    (path) => edit(path, ({ files }) => Object.assign(files[stored] ?? {}, { sha256: '0'.repeat(64) })),
    /manifest\.json was changed/,
  ],
  [
    'the manifest lacks a file',
    (path) => {
      rmSync(join(path, stored));
      edit(path, ({ files }) => delete files[stored]);
    },
    /manifest\.json was changed/,
  ],
  [
    'the manifest has no seal',
    (path) => edit(path, (whole) => delete whole.seal),
    /manifest\.json was changed/,
  ],
  [
    'the manifest is of another time',
    (path) => edit(path, (whole) => Object.assign(whole, { time: 1 })),
    /manifest\.json was changed/,
  ],
  [
    'the manifest is of a later form',
    (path) => edit(path, (whole) => Object.assign(whole, { format: 2 })),
    /format 2; allowed: 1/,
  ],
];

describe('a backup is refused, by a restore and by a drill, and nothing is written, if', () => {
  for (const [what, damage, said] of damages)
    it(what, async () => {
      const path = join(temporaryFolder(), 'copy');
      cpSync(sound, path, { recursive: true });
      damage(path);
      const isRefused = (error: unknown) => {
        assert.ok(error instanceof Damaged, String(error));
        assert.match(error.message, said);
        return true;
      };
      await assert.rejects(restore(path, place.settings), isRefused);
      await assert.rejects(tryRestore(path, app.settings, { encryption: undefined, catalogue }), isRefused);
      assert.deepEqual(await (await dumpsOf(place.at.databaseUrl)).tables(), []);
      assert.equal(existsSync(place.at.uploadDir), false);
    });

  it('it is of a server with another secret', async () => {
    const settings = { ...place.settings, secrets: ['another secret of at least 32 bytes!'] as const };
    await assert.rejects(restore(sound, settings), /or is of a server with another QUIRE_SECRET/);
  });

  it('it is of another engine', async () => {
    const form =
      manifest.database.engine === 'sqlite'
        ? /form 'sqlite'/
        : new RegExp(`form '${manifest.database.engine}'`);
    const databaseUrl =
      manifest.database.engine === 'sqlite'
        ? 'mysql://root@127.0.0.1:3306/nowhere'
        : `file:${join(temporaryFolder(), 'other.db')}`;
    await assert.rejects(restore(sound, { ...place.settings, databaseUrl }), form);
  });
});

describe('a backup of a database that was damaged itself does not stand the drill, although its manifest is right:', () => {
  const damaged = async (damage: (path: string) => Partial<Manifest>) => {
    const path = join(temporaryFolder(), 'copy');
    cpSync(sound, path, { recursive: true });
    const changed = damage(path);
    rmSync(join(path, 'manifest.json'));
    const size = statSync(join(path, tables)).size;
    const sha256 = createHash('sha256')
      .update(readFileSync(join(path, tables)))
      .digest('hex');
    const files = { ...manifest.files, [tables]: { size, sha256 } };
    await writeManifest(path, { ...manifest, ...changed, files }, app.settings.secrets);
    return tryRestore(path, app.settings, { encryption: undefined, catalogue });
  };

  it('its tables end early', async () => {
    const cut = damaged((path) => {
      truncateSync(join(path, tables), statSync(join(path, tables)).size >> 1);
      return {};
    });
    await assert.rejects(cut, (error) => error instanceof Damaged && /cannot be loaded/.test(error.message));
  });

  it('a table has lost records', async () => {
    const records = { ...manifest.database.records, quire_user: 99 };
    const lost = damaged(() => ({ database: { ...manifest.database, records } }));
    await assert.rejects(lost, /the table quire_user has \d records, not 99/);
  });
});

it('a secret that was replaced still opens backups of its time', async () => {
  const secrets = ['a newer secret of at least 32 bytes!!', ...app.settings.secrets] as const;
  await tryRestore(sound, { ...app.settings, secrets }, { encryption: undefined, catalogue });
});

it('a database with tables is refused by name, and keeps its records', async () => {
  const before = await app.database.look('select id, username from quire_user');
  await assert.rejects(
    restore(sound, app.settings),
    /^Error: DATABASE_URL: '?\S+'?.* holds book and \d+ more tables already; allowed: a new database/,
  );
  assert.deepEqual(await app.database.look('select id, username from quire_user'), before);
});

it('a backup that breaks off leaves no folder that counts as one', async () => {
  const folder = temporaryFolder();
  const storeless = { ...app.settings, uploadDir: join(folder, 'uploads') };
  writeFileSync(storeless.uploadDir, 'no folder');
  await assert.rejects(backUp(storeless, join(folder, 'backups')));
  assert.deepEqual(readdirSync(join(folder, 'backups')), []);
});
