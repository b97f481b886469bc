// No engine changes how files are encrypted.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { Damaged } from '../../../server/features/backup/damaged.ts';
import { tryRestore } from '../../../server/features/backup/drill.ts';
import { readEncryption } from '../../../server/features/backup/encryption.ts';
import { backUp, emptyPlace, restore } from '../../support/backups.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { uploadImage } from '../../support/records/uploads.ts';
import { temporaryFolder } from '../../support/test-database.ts';

const folder = temporaryFolder();
function keyFile(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  return path;
}

const [own, other] = [await generateIdentity(), await generateIdentity()];
const recipient = await identityToRecipient(own);
const keys = await readEncryption(keyFile('own', `# created: now\n# public key: ${recipient}\n${own}\n`));
const others = await readEncryption(keyFile('other', other));
const publicKey = await readEncryption(keyFile('public', `${recipient}\n`, 0o644));

const app = await freshApp({ language: 'en' });
const { catalogue } = app.server.store;
const file = await uploadImage(app, app.root.access);
const bytes = readFileSync(join(app.settings.uploadDir, 'files', file.path));

describe('an encrypted backup', async () => {
  const { path, manifest } = await backUp(app.settings, temporaryFolder(), publicKey);

  it('holds nothing in the clear, and says for whom it is encrypted', () => {
    assert.deepEqual(manifest.recipients, [recipient]);
    for (const name of Object.keys(manifest.files))
      assert.match(readFileSync(join(path, name)).toString('latin1'), /^age-encryption\.org\/v1\n/, name);
  });

  it('is restored with its key, though only the public key was there when it was made', async () => {
    const place = await emptyPlace(app.settings);
    await restore(path, place.settings, keys);
    const restored = await freshApp({ ...place.at, secrets: app.settings.secrets });
    assert.deepEqual((await restored.nobody.get(`/assets/${file.path}`)).bytes, bytes);
    await restored.end();
    await place.remove();
  });

  for (const [what, encryption, said] of [
    ['without keys', undefined, /the backup is encrypted; name the file of its keys/],
    ['with the keys of another', others, /cannot be (?:loaded|decrypted).*no identity matched/],
    ['with the public key alone', publicKey, /cannot be (?:loaded|decrypted).*no identity matched/],
  ] as const)
    it(`is restored by nobody ${what}`, async () => {
      const place = await emptyPlace(app.settings);
      await assert.rejects(restore(path, place.settings, encryption), said);
      await assert.rejects(tryRestore(path, app.settings, { encryption, catalogue }), said);
      await place.remove();
    });

  it('shares no upload with one that is not encrypted, nor with one of another key', async () => {
    const backups = temporaryFolder();
    const made = [
      await backUp(app.settings, backups),
      await backUp(app.settings, backups, keys),
      await backUp(app.settings, backups, others),
    ];
    const hashes = made.map(({ manifest: { files } }) => files[`files/${file.path}`]?.sha256);
    assert.equal(new Set(hashes).size, 3);
  });
});

describe('a file of keys is refused if', () => {
  for (const [what, path, said] of [
    ['it is missing', join(folder, 'missing'), /cannot be read.*allowed: a file that age-keygen has written/],
    ['it is empty', keyFile('empty', '# nothing\n'), /holds no keys of age/],
    ['it holds something else', keyFile('else', `${own}\npassword\n`), /holds no keys of age/],
    ['others may read its secret key', keyFile('open', own, 0o640), /others may read; run: chmod 600/],
  ] as const)
    it(what, async () => {
      await assert.rejects(readEncryption(path), said);
    });
});

it('an error of decryption is told as damage, not as a defect', async () => {
  const { path } = await backUp(app.settings, temporaryFolder(), keys);
  await assert.rejects(
    tryRestore(path, app.settings, { encryption: others, catalogue }),
    (error) => error instanceof Damaged,
  );
});
