import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openSource } from '../../server/features/import-lin/source.ts';
import { image } from '../support/records/uploads.ts';
import { call, serveHere, signIn } from '../support/server-process.ts';
import { importer } from './importer.ts';
import { FLASK_PASSWORD, KOA_PASSWORD, oldScript } from './old-source.ts';
import { onEachEngine } from './source-engines.ts';

const assets = await mkdtemp(join(tmpdir(), 'lin-old-'));
after(() => rm(assets, { recursive: true }));
const PICTURE = '2020/01/01/mei.png';
await mkdir(dirname(join(assets, PICTURE)), { recursive: true });
await writeFile(join(assets, PICTURE), await image('png'));

const databases = {
  '0.1': await onEachEngine((engine) => oldScript('0.1', engine)),
  '0.2': await onEachEngine((engine) => oldScript('0.2', engine)),
};

for (const [version, urls] of Object.entries(databases))
  it(`the tables of ${version} are read alike on each engine`, async () => {
    const read = await Promise.all(Object.values(urls).map(everythingIn));
    for (const one of read) assert.deepEqual(one, read[0]);
  });

/** The records of the tables that are read as those of 0.3. */
async function everythingIn(url: string) {
  const source = await openSource(url);
  const records: string[] = [];
  for (const [table, { columns }] of Object.entries(source.views)) {
    const select = Object.keys(columns).map((column) => `t.${column}`);
    for await (const batch of source.batches({ table, select }))
      records.push(
        ...batch.map((record) => JSON.stringify(record).replace(HASHES, 'sha1').replaceAll(MILLISECONDS, '')),
      );
  }
  await source.close();
  return records.sort();
}
const HASHES = /sha1\$\w+\$1\$\w+/;
const MILLISECONDS = /\.0+(?=")/g;

const moved = { '0.1': 'mysql', '0.2': 'sqlite' } as const;
for (const [version, engine] of Object.entries(moved) as [keyof typeof moved, string][]) {
  const url = databases[version][engine];
  if (url !== undefined)
    describe(`a Lin CMS ${version} on ${engine}`, async () => {
      const name = `older-${engine}`;
      const { importLin, counts, look } = await importer(name, url);
      const options = ['--time-zone', '+08:00', ...(version === '0.2' ? ['--assets', assets] : [])];

      it('is read as one of 0.3, and again without adding anything', async () => {
        const said = await importLin('--apply', ...options);
        const again = await importLin('--apply', ...options);
        const wanted: Readonly<Record<string, readonly [number, number, number, number]>> = {
          lin_user: [8, 7, 0, 1],
          lin_user_identity: [7, 6, 0, 1],
          lin_user_group: [8, 4, 0, 4],
          lin_group: [2, 2, 0, 0],
          lin_permission: [4, 0, 3, 1],
          lin_group_permission: [6, 3, 0, 3],
          lin_log: [2, 2, 0, 0],
          book: [2, 2, 0, 0],
          ...(version === '0.2' && { lin_file: [2, 1, 0, 1] }),
        };
        for (const [table, numbers] of Object.entries(wanted)) {
          assert.deepEqual(counts(said, table).slice(0, 4), numbers, said);
          assert.equal(counts(again, table)[1], 0, again);
        }
        for (const line of [
          /lin_user_group {2}skipped: an import makes nobody a super administrator {2}\[id 1, 6\]/,
          /lin_user_group {2}skipped: group 99 is not taken over {2}\[id 7\]/,
          /lin_group_permission {2}skipped: the group is granted the same twice {2}\[id 5\]/,
          /lin_user {2}changed: its password is of no known format.*\[id 8\]/,
          /lin_event {2}left behind, no such table is known here {2}\[1 records\]/,
          ...(version === '0.2'
            ? [/lin_user {2}left behind, no such column is known here {2}\[openid\]/]
            : []),
        ])
          assert.match(said, line);
        assert.doesNotMatch(said, /no such column is known here {2}\[(?!openid\])/);
      });

      it('keeps ids, times and grants', async () => {
        assert.deepEqual(
          (
            await look(
              "select id, username, nickname, active, create_time from quire_user where username <> 'root' order by id",
            )
          ).map((record) => [Number(record.id), record.username, record.nickname, Number(record.active)]),
          [
            [2, 'mei', 'mei', 1],
            [3, 'flora', 'flora', 1],
            [4, 'asleep', 'asleep', 0],
            [6, 'chief', 'chief', 1],
            [7, 'adrift', 'adrift', 1],
            [8, 'blank', 'blank', 1],
            [9, 'super', 'super', 1],
          ],
        );
        const [mei] = await look("select create_time, update_time from quire_user where username = 'mei'");
        assert.deepEqual(
          [Number(mei?.create_time), Number(mei?.update_time)],
          [Date.parse('2019-03-01T08:00:00+08:00'), Date.parse('2019-04-01T08:00:00+08:00')],
        );
        const grants = await look(
          'select g.name, p.name as permission from quire_grant a join quire_group g on g.id = a.group_id join quire_permission p on p.id = a.permission_id where g.id > 2',
        );
        assert.deepEqual(grants.map((record) => `${record.name} ${record.permission}`).sort(), [
          '看客 删除图书',
          '编辑 删除图书',
          '编辑 查询所有日志',
        ]);
        const logged = await look(
          "select username, user_id, create_time, method, path from quire_log where path in ('/v1/book/', '/x') order by create_time",
        );
        assert.deepEqual(
          logged.map((record) => [
            record.username,
            Number(record.user_id),
            Number(record.create_time),
            record.method,
          ]),
          [
            ['mei', 2, Date.parse('2019-05-01T10:00:00+08:00'), 'POST'],
            ['gone', 0, Date.parse('2019-05-02T10:00:00+08:00'), 'DELETE'],
          ],
        );
        const [, unset] = await look('select create_time from book order by id');
        assert.ok(Number(unset?.create_time) > Date.UTC(2024, 0), 'an unset .NET time is replaced');
      });

      it('lets people sign in as before, but nobody who was deactivated, and nobody as a super administrator', async () => {
        const server = await serveHere(name, { SAMPLE_DATA: 'false' });
        const statusOf = async (path: string, body: object) =>
          (await call(server, 'POST', path, { body })).status;
        const expected: [string, string, number][] = [
          ['mei', KOA_PASSWORD, 200],
          ['flora', FLASK_PASSWORD, 200],
          ['flora', KOA_PASSWORD, 401],
          ['super', KOA_PASSWORD, 200],
          ['asleep', KOA_PASSWORD, 401],
          ['gone', KOA_PASSWORD, 401],
          ['blank', '', 400],
        ];
        for (const [who, password, status] of expected)
          assert.equal(await statusOf('/cms/user/login', { username: who, password }), status, who);
        assert.equal(
          await statusOf('/lin2/cms/user/login', { nickname: 'mei', password: KOA_PASSWORD }),
          200,
        );
        for (const who of ['super', 'chief']) {
          const token = await signIn(server, who, KOA_PASSWORD);
          assert.equal((await call(server, 'GET', '/cms/admin/users', { token })).status, 401, who);
        }
        const token = await signIn(server, 'mei', KOA_PASSWORD);
        const { body } = await call(server, 'GET', '/lin2/cms/user/auths', { token });
        const { auths, group_id, avatar } = body as Record<string, unknown>;
        assert.equal(group_id, 5);
        assert.deepEqual(auths, [
          { 图书: [{ auth: '删除图书', module: '图书' }] },
          { 日志: [{ auth: '查询所有日志', module: '日志' }] },
        ]);
        if (version === '0.1') return;
        for (const path of [`/assets/${PICTURE}`, new URL(String(avatar)).pathname])
          assert.equal((await fetch(server.base + path)).status, 200, path);
      });
    });
}
