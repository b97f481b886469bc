import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { operatorDoor } from '../../../server/access/operator.ts';
import { compareFiles } from '../../../server/features/files/compare.ts';
import { uploadSweep } from '../../../server/features/files/resumable/remove-uploads.ts';
import {
  resumableUpload,
  uploadPiece,
} from '../../../server/features/files/resumable/resumable-upload.collection.ts';
import { openUploads } from '../../../server/storage/open-uploads.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { outcomeOf, tusOf } from '../../support/records/resumable-uploads.ts';
import { image, multipart } from '../../support/records/uploads.ts';

const app = await freshApp();
const tus = tusOf(app, (await app.person()).access);

describe('the quota', () => {
  const tight = { ...app.settings.uploadRules, quotaBytes: 20_000, quotaFiles: 3 };
  it('counts what uploads have declared from their beginning, until they end', async () => {
    const small = await freshApp({ uploadRules: tight });
    const someone = await small.person();
    const theirs = tusOf(small, someone.access);
    const first = await theirs.begun(15_000);
    assert.deepEqual(outcomeOf(await theirs.begin(6000)), [413, 10112]);
    const form = multipart([{ key: 'f', name: 'a.png', bytes: await image('png', 60, 40) }]);
    const ordinary = () => small.request('POST', '/cms/file', { token: someone.access, ...form });
    assert.deepEqual(outcomeOf(await ordinary()), [413, 10112]);
    await theirs.remove(first);
    assert.equal((await ordinary()).status, 200);

    const bytes = await image('png', 60, 40);
    const [second, third] = [await theirs.begun(bytes.length), await theirs.begun(100)];
    assert.deepEqual(outcomeOf(await theirs.begin(100)), [413, 10112], 'three files');
    assert.equal((await theirs.patch(second, 0, bytes)).status, 204, 'what is finished counts once');
    assert.deepEqual(outcomeOf(await theirs.begin(100)), [413, 10112]);
    await small.behind('update quire_resumable_upload set expire_time = 1 where id = ?', third);
    assert.equal((await theirs.begin(100)).status, 201, 'what has expired counts no more');
    assert.equal((await tusOf(small, small.root.access).begin(30_000)).status, 201);
  });

  it('is counted exactly, however many uploads begin at once', async () => {
    const small = await freshApp({ uploadRules: tight, instances: 2 });
    const theirs = tusOf(small, (await small.person()).access);
    const answers = await Promise.all(Array.from({ length: 8 }, () => theirs.begin(100)));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, 201, 201, 413, 413, 413, 413, 413]);
  });
});

it('uploads that nobody continues expire, and leave nothing', async () => {
  const [id, other] = [await tus.begun(100), await tus.begun(100)];
  await tus.patch(id, 0, Buffer.alloc(10));
  await app.behind('update quire_resumable_upload set expire_time = ? where id = ?', Date.now() - 1, id);
  assert.equal((await tus.head(id)).status, 404);
  await uploadSweep(app.server.store).run(new AbortController().signal);
  const { ownReads } = app.server.store;
  const left = await ownReads.where(resumableUpload, (select) =>
    select.where('id', 'in', [id, other].map(BigInt)),
  );
  assert.deepEqual(
    left.map((record) => Number(record.id)),
    [other],
  );
  assert.deepEqual(
    await ownReads.where(uploadPiece, (select) => select.where('upload_id', '=', BigInt(id))),
    [],
  );
});

it('a piece that no upload names is found and removed once it is old, and no other', async () => {
  await app.server.store.jobs.idle(); // which remove the pieces of other uploads
  const id = await tus.begun(100);
  await tus.patch(id, 0, Buffer.alloc(10));
  const uploads = openUploads({ uploadDir: join(app.folder, 'uploads'), uploadBucket: undefined });
  const stray = join(app.folder, 'stray');
  writeFileSync(stray, 'bytes');
  const key = `pieces/ab/ab${'0'.repeat(30)}-1`;
  await uploads.storage.put(key, stray);
  const found = async (now: number) => {
    const { findings } = await compareFiles(operatorDoor(app.server.store, 'test'), uploads, now);
    return findings.filter(({ what }) => what.startsWith('pieces/'));
  };
  assert.deepEqual(await found(Date.now()), []);
  const old = await found(Date.now() + 7_200_000);
  assert.deepEqual(
    old.map(({ what }) => what),
    [key],
  );
  for (const { remove } of old) await remove?.();
  assert.equal((await tus.patch(id, 10, Buffer.alloc(10))).status, 204);
  await tus.remove(id);
});
