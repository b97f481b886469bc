import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { dumpsOf } from '../../server/database/open.ts';
import {
  call,
  command,
  databaseNamed,
  folder,
  quire,
  serveHere,
  signIn,
  start,
  stop,
} from '../support/server-process.ts';
import { engineName } from '../support/test-database.ts';

const SECRET = { QUIRE_SECRET: '0123456789abcdef0123456789abcdef' };
const backups = join(folder, 'backups');
await databaseNamed('original', 'content'); // of all tests of this file
const newest = () => join(backups, readdirSync(backups).sort().at(-1) ?? '');

test('what a running server holds is backed up, tried, and restored where a new server goes on', async () => {
  const running = await serveHere('original', { ...SECRET, SAMPLE_DATA: 'false' });
  const token = await signIn(running);
  const { status } = await call(running, 'POST', '/v1/book', {
    token,
    body: { title: 'Walden', author: 'T' },
  });
  assert.equal(status, 201);
  const made = await quire(['backup', backups], 'original', SECRET);
  assert.equal(await made.ended, 0, made.said());
  assert.match(made.said(), /^Backed up \d+ records and 0 files to \S+Z\.$/m);
  const tried = await quire(['drill', backups], 'original', SECRET);
  assert.equal(await tried.ended, 0, tried.said());
  assert.match(tried.said(), /Z can be restored: \d+ records and 0 files in \d+ s\.$/m);
  const health = await call(running, 'GET', '/health/backups', { token });
  assert.notEqual(health.body.last_good_drill, null);

  const { address } = await databaseNamed('original');
  const place = await (await dumpsOf(address.databaseUrl)).scratch(folder);
  const elsewhere = { ...SECRET, DATABASE_URL: place.databaseUrl, UPLOAD_DIR: join(folder, 'restored') };
  const restored = await quire(['restore', newest()], 'original', elsewhere);
  assert.equal(await restored.ended, 0, restored.said());
  assert.match(restored.said(), /^Restored \d+ records and 0 files to '/m);
  assert.match(restored.said(), /^ {2}ended {6}sessions: 1, links: 0/m);
  const other = await start('original', elsewhere);
  assert.equal((await call(other, 'GET', '/cms/user/information', { token })).status, 422);
  const again = await signIn(other);
  const list = await call(other, 'GET', '/v1/book', { token: again });
  assert.deepEqual(
    (list.body.items as unknown as { title: string }[]).map(({ title }) => title),
    ['Walden'],
  );
  await stop(other);
  await place.remove();
});

describe('a command that cannot do what it should says why, without a stack:', () => {
  const empty = join(folder, 'empty');
  for (const [args, settings, code, said] of [
    [['backup'], {}, 2, /backup takes one folder/],
    [['backup', backups, 'more'], {}, 2, /backup takes one folder/],
    [['backup', backups, '--keep', '0'], {}, 2, /--keep 0: allowed: 1 to 99999/],
    [
      ['backup', backups, '--key', join(folder, 'nowhere')],
      {},
      2,
      /the file of keys cannot be read.*age-keygen/,
    ],
    [['restore'], {}, 2, /restore takes one folder/],
    [['restore', backups], {}, 2, /holds backups; name one of them, such as the newest: \S+Z/],
    [['restore', empty], {}, 1, /is no whole backup: it has no manifest\.json/],
    [['drill', empty], {}, 1, /holds no whole backup/],
    [['drill', backups], { QUIRE_SECRET: 'another secret of at least 32 bytes!' }, 1, /another QUIRE_SECRET/],
  ] as const)
    it(`${args.join(' ').replaceAll(folder, '')} ends with ${code}`, async () => {
      mkdirSync(empty, { recursive: true });
      const outcome = await command(args, 'original', { ...SECRET, ...settings });
      assert.equal(outcome.code, code, outcome.said);
      assert.match(outcome.said, said);
      assert.doesNotMatch(outcome.said, /\n\s+at /);
    });

  it('a restore over a database with tables names it, and ends with 2', async () => {
    const { code, said } = await command(['restore', newest()], 'original', SECRET);
    assert.equal(code, 2, said);
    assert.match(said, /holds book and \d+ more tables already/);
  });

  for (const tool of ['dump', 'load'] as const)
    it(`a tool of the database server is missing, to ${tool}`, {
      skip: engineName === 'sqlite',
    }, async () => {
      const expected = {
        postgres: { dump: 'pg_dump', load: 'pg_restore' },
        mysql: { dump: 'mariadb-dump or mysqldump', load: 'mariadb or mysql' },
      }[engineName as 'postgres' | 'mysql'][tool];
      const bare = join(folder, 'bare');
      mkdirSync(bare, { recursive: true });
      const { code, said } = await command([tool === 'dump' ? 'backup' : 'drill', backups], 'original', {
        ...SECRET,
        PATH: bare,
      });
      assert.equal(code, 2, said);
      assert.match(
        said,
        new RegExp(`${expected} is not installed, or not in PATH; the package of .* brings it`),
      );
    });
});

test('settings that cannot be used stop a start by name', async () => {
  for (const [settings, said] of [
    [{ BACKUP_AT: 'nightly' }, /BACKUP_AT: 'nightly' cannot be used; allowed: five fields as in cron/],
    [{ BACKUP_DRILL_AT: '61 * * * *' }, /BACKUP_DRILL_AT: '61/],
    [{ BACKUP_KEEP: '0' }, /BACKUP_KEEP: '0' cannot be used; allowed: 1 to/],
  ] as const) {
    const outcome = await command(['backup', backups], 'original', { ...SECRET, ...settings });
    assert.equal(outcome.code, 2);
    assert.match(outcome.said, said);
  }
});

test('what a backup removes by --keep is told', async () => {
  const kept = join(folder, 'kept');
  for (const expected of [/^Backed up/, /^Removed \S+Z\nBacked up/]) {
    const { code, said } = await command(['backup', kept, '--keep', '1'], 'original', SECRET);
    assert.equal(code, 0, said);
    assert.match(said, expected);
  }
  assert.equal(readdirSync(kept).length, 1);
});

test('a drill where there is no database notes nothing, and makes none', {
  skip: engineName !== 'sqlite',
}, async () => {
  const nowhere = join(folder, 'nowhere', 'quire.db');
  const { code, said } = await command(['drill', backups], 'original', {
    ...SECRET,
    DATABASE_URL: `file:${nowhere}`,
  });
  assert.equal(code, 0, said);
  assert.equal(existsSync(nowhere), false);
});
