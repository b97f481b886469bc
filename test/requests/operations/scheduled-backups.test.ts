import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { backupsIn, keepNewest } from '../../../server/features/backup/backup-folder.ts';
import { backUp } from '../../support/backups.ts';
import type { BodyOf } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { temporaryFolder } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;

type Health = BodyOf<'GET /health/backups'>;

describe('a server with BACKUP_TO', async () => {
  const folder = join(temporaryFolder(), 'backups');
  const app = await freshApp({
    language: 'en',
    logLevel: 'silent', // a drill fails
    backupTo: folder,
    backupAt: '0 3 1 1 *',
    backupDrillAt: '0 5 1 1 *',
    backupKeep: 2,
  });
  const health = () => app.root.read<Health>('/health/backups');
  const run = (kind: string) => app.root.done('POST /cms/job', { kind });

  it('tells of backups whom it should: super administrators, and programs that watch them', async () => {
    const none = { last_backup: null, last_good_backup: null, last_drill: null, last_good_drill: null };
    assert.deepEqual(await health(), none);
    const watcher = await keysOf(app).program({}, [await app.groupWith('backup.see')]);
    assert.deepEqual(await watcher.read('/health/backups'), none);
    const member = await app.person();
    for (const caller of [app.nobody, member])
      assert.equal((await caller.get('/health/backups')).status, 401);
    assert.equal((await member.get('/api/health/backups')).status, 403);
  });

  it('notes a drill that fails, and says so at the next start', async () => {
    await run('try the newest backup');
    await until(async () => (await health()).last_drill !== null);
    const { last_drill, last_good_drill } = await health();
    assert.match(last_drill?.problem ?? '', /holds no whole backup$/);
    assert.equal(last_good_drill, null);
    const again = await freshApp({ ...app.database.address, backupTo: folder, backupAt: 'never' });
    assert.ok(
      again.server.notices.some((one) => /^The last drill failed: .* holds no whole backup$/.test(one)),
    );
    await again.end();
  });

  it('makes backups, tries the newest, and tells when both last worked', async () => {
    await run('make a backup');
    await until(async () => (await health()).last_good_backup !== null);
    await run('try the newest backup');
    await until(async () => (await health()).last_good_drill !== null);
    const { last_good_backup: made, last_good_drill: tried } = await health();
    const [newest] = readdirSync(folder);
    assert.equal(made?.backup, newest);
    assert.equal(tried?.backup, newest);
    assert.ok((made?.rows ?? 0) > 0);
    assert.equal(made?.rows, tried?.rows);
    assert.equal(made?.files, 0);
  });

  it('keeps as many as it should', async () => {
    for (const count of [1, 2, 3]) {
      const before = (await health()).last_good_backup?.backup;
      await run('make a backup');
      await until(async () => (await health()).last_good_backup?.backup !== before);
      assert.ok(readdirSync(folder).length <= 2, `after ${count}`);
    }
    assert.equal((await backupsIn(folder)).length, 2);
  });
});

describe('of a folder of backups', async () => {
  const app = await freshApp();
  const folder = temporaryFolder();
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) made.push((await backUp(app.settings, folder)).path);

  it('the newest is found first, and nothing else counts as one', async () => {
    mkdirSync(join(folder, '2099-01-01T00-00-00.000Z')); // no manifest
    mkdirSync(join(folder, '2099-01-01T00-00-00.001Z.part'));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    assert.deepEqual(await backupsIn(folder), made.toReversed());
    assert.deepEqual(await backupsIn(join(folder, 'nowhere')), []);
  });

  it('the oldest go, and old ones that broke off; nothing else', async () => {
    const now = Date.now();
    const [young, old] = ['2026-01-01T00-00-00.000Z.part', '2026-01-02T00-00-00.000Z.part'].map((name) =>
      join(folder, name),
    ) as [string, string];
    for (const path of [young, old]) mkdirSync(path);
    utimesSync(old, (now - 2 * DAY_MS) / 1000, (now - 2 * DAY_MS) / 1000);
    assert.deepEqual(await keepNewest(folder, 2, now), made.slice(0, 1));
    assert.deepEqual(await backupsIn(folder), made.slice(1).toReversed());
    assert.deepEqual([existsSync(young), existsSync(old)], [true, false]);
    assert.ok(existsSync(join(folder, 'notes.txt')));
    assert.deepEqual(await keepNewest(folder, 2, now), []);
  });
});
