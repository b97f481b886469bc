import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { connect } from '../../../server/database/database.ts';
import { copyDatabase } from '../../../server/features/copy/copy-database.ts';
import { LATE_MS } from '../../../server/records/log-chain/gaps.ts';
import { LogChain } from '../../../server/records/log-chain/log-chain.ts';
import { type Report, verifyLog } from '../../../server/records/log-chain/verify-log.ts';
import { makeRecordStore } from '../../../server/records/record-store.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { newDatabase } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

/** A server whose log has a few lines, with what seals and verifies it. */
async function sealedApp(lines = 6) {
  const app = await freshApp({ language: 'en' });
  for (let count = 0; count < lines; count += 1) await app.makeBook({ title: `Book ${count}`, author: 'A' });
  const { store } = app.server;
  const chain = new LogChain(store, app.settings.secrets);
  await chain.seal();
  const ids = async () =>
    (await app.database.look('select id from quire_log order by id')).map(({ id }) => Number(id));
  return { app, chain, ids, verify: (later = 0) => verifyLog(store.reads, Date.now() + later) };
}

const faultsOf = ({ faults }: Report) => faults.map(({ what, line }) => [what, Number(line)]);
const LINE = `message, user_id, username, status_code, method, path, permission, create_time, create_user_id`;
const insert = (app: FreshApp, id: number) =>
  app.behind(
    `insert into quire_log (id, ${LINE}) values (?, 'forged', 1, 'root', 200, 'POST', '/v1/book', '', ?, 1)`,
    id,
    Date.now(),
  );

/** Does something to a table by SQL, and undoes it. */
async function keeping(app: FreshApp, table: string, work: () => Promise<void>): Promise<void> {
  const records = await app.database.look(`select * from ${table} order by id`);
  await work();
  await app.behind(`delete from ${table}`);
  for (const record of records) {
    const names = Object.keys(record).map((name) => `"${name}"`);
    const slots = names.map(() => '?').join(', ');
    await app.behind(
      `insert into ${table} (${names.join(', ')}) values (${slots})`,
      ...Object.values(record),
    );
  }
}

describe('a sealed log', async () => {
  const { app, chain, ids, verify } = await sealedApp();
  const all = await ids();
  const [, second = 0, third = 0] = all;

  it('is as it was sealed, and new lines are told as not sealed until they are', async () => {
    const { faults, sound, unsealed, publicKeys } = await verify();
    assert.deepEqual([faults, sound, unsealed, publicKeys.length], [[], all.length, 0, 1]);
    await app.makeBook({ title: 'Later', author: 'B' });
    assert.deepEqual([(await verify()).unsealed, (await verify()).faults], [1, []]);
    assert.equal(await chain.seal(), 1);
    assert.equal(await chain.seal(), 0, 'nothing is sealed twice');
    assert.equal((await verify()).unsealed, 0);
  });

  for (const [column, value] of [
    ['message', 'nothing happened'],
    ['message_source', '{"key":"seedDone","params":{}}'],
    ['user_id', 77],
    ['username', 'mallory'],
    ['key_id', 5],
    ['status_code', 401],
    ['method', 'GET'],
    ['path', '/elsewhere'],
    ['permission', 'none'],
    ['address', '10.0.0.1'],
    ['create_time', 1],
    ['create_user_id', 77],
  ] as const)
    it(`names the line whose ${column} was changed by SQL`, async () => {
      const [before] = await app.database.look(
        `select ${column} as kept from quire_log where id = ?`,
        second,
      );
      await app.behind(`update quire_log set ${column} = ? where id = ?`, value, second);
      const report = await verify();
      assert.deepEqual(faultsOf(report), [['changed', second]]);
      assert.match(
        report.faults[0]?.text ?? '',
        new RegExp(`^line ${second}, written \\S+, was changed after checkpoint 1 `),
      );
      await app.behind(`update quire_log set ${column} = ? where id = ?`, before?.kept ?? null, second);
      assert.deepEqual((await verify()).faults, []);
    });

  it('names the first of several that were changed, and counts the others', async () => {
    await app.behind('update quire_log set status_code = status_code + 1 where id >= ?', second);
    const found = faultsOf(await verify());
    assert.deepEqual(found[0], ['changed', second]);
    assert.equal(found.length, (await ids()).length - 1);
    await app.behind('update quire_log set status_code = status_code - 1 where id >= ?', second);
    assert.deepEqual((await verify()).faults, []);
  });

  it('names lines that were exchanged', async () => {
    const exchange = async () => {
      for (const [from, to] of [
        [second, -1],
        [third, second],
        [-1, third],
      ] as const)
        await app.behind('update quire_log set id = ? where id = ?', to, from);
    };
    await exchange();
    assert.deepEqual(faultsOf(await verify()), [
      ['changed', second],
      ['changed', third],
    ]);
    await exchange();
    assert.deepEqual((await verify()).faults, []);
  });

  for (const id of [-1, -7])
    it(`names a line that was inserted with the id ${id}`, async () => {
      await insert(app, id);
      assert.deepEqual(faultsOf(await verify(LATE_MS + 1000)), [['inserted', id]]);
      await app.behind('delete from quire_log where id = ?', id);
    });
});

describe('a line that was removed by SQL is named:', async () => {
  const { app, ids, verify } = await sealedApp();
  for (const [what, choose] of [
    ['the first', (ids: number[]) => ids.slice(0, 1)],
    ['one in the middle', (ids: number[]) => ids.slice(3, 4)],
    ['the last', (ids: number[]) => ids.slice(-1)],
    ['all', (ids: number[]) => ids],
  ] as const)
    it(what, () =>
      keeping(app, 'quire_log', async () => {
        const gone = choose(await ids());
        for (const id of gone) await app.behind('delete from quire_log where id = ?', id);
        assert.deepEqual(
          faultsOf(await verify()),
          gone.map((id) => ['removed', id]),
        );
        if (gone.length > 1) return;
        await insert(app, gone[0] ?? 0);
        assert.deepEqual(
          faultsOf(await verify()),
          gone.map((id) => ['changed', id]),
          'and put in again',
        );
      }),
    );
});

describe('a line that becomes visible after later ones were sealed', async () => {
  const { app, chain, ids, verify } = await sealedApp();
  const last = (await ids()).at(-1) ?? 0;
  await insert(app, last + 5);
  await chain.seal();

  it('is sealed late, and stands', async () => {
    await insert(app, last + 2);
    assert.deepEqual((await verify()).faults, [], 'before it is sealed as well');
    await chain.seal();
    await chain.seal();
    assert.deepEqual((await verify(LATE_MS + 1000)).faults, []);
    await app.behind('update quire_log set method = ? where id = ?', 'PUT', last + 2);
    assert.deepEqual(faultsOf(await verify()), [['changed', last + 2]]);
    await app.behind('delete from quire_log where id = ?', last + 2);
    assert.deepEqual(faultsOf(await verify()), [['removed', last + 2]]);
  });

  it('is named as inserted if it comes later than any transaction lasts', async () => {
    const [record] = await app.database.look('select gaps from quire_log_chain');
    const gaps = (JSON.parse(record?.gaps ?? '') as [string, string, number][]).map(([first, end, since]) => [
      first,
      end,
      since - LATE_MS,
    ]);
    assert.ok(gaps.length > 0);
    await app.behind('update quire_log_chain set gaps = ?', JSON.stringify(gaps));
    await insert(app, last + 6);
    await chain.seal();
    await insert(app, last + 3);
    await chain.seal();
    assert.deepEqual(faultsOf(await verify(LATE_MS + 1000)), [
      ['removed', last + 2],
      ['inserted', last + 3],
    ]);
  });
});

it('a line that was inserted among old ones is named, even if it was said to be awaited', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() - 3 * LATE_MS });
  const { app, chain, ids, verify } = await sealedApp();
  const last = (await ids()).at(-1) ?? 0;
  await insert(app, last + 5);
  await chain.seal();
  mock.timers.reset();
  await insert(app, last + 2);
  const awaited = [[String(last + 1), String(last + 4), Date.now()]];
  await app.behind('update quire_log_chain set gaps = ?', JSON.stringify(awaited));
  await chain.seal();
  assert.deepEqual(faultsOf(await verify()), [['inserted', last + 2]]);
});

describe('checkpoints that were edited by SQL are noticed:', async () => {
  const { app, chain, verify } = await sealedApp();
  for (const title of ['Two', 'Three', 'Four']) {
    await app.makeBook({ title, author: 'A' });
    await chain.seal();
  }
  const set = (values: string) => [`update quire_log_checkpoint set ${values} where number = 2`];
  for (const [what, statements, said] of [
    ['one is missing', ['delete from quire_log_checkpoint where number = 2'], /checkpoint 2 is missing/],
    [
      'the first are missing',
      ['delete from quire_log_checkpoint where number < 3'],
      /the checkpoints 1 to 2 are missing/,
    ],
    ['another hash', set('hash = previous'), /checkpoint 2 was changed/],
    ['another time', set('time = 1'), /checkpoint 2 was changed/],
    ['other lines', set('last_line = last_line + 1'), /checkpoint 2 was changed/],
    ['without entries', set('entries = null'), /checkpoint 2 was changed/],
    ['other entries', set(`entries = 'AAAA'`), /checkpoint 2 was changed/],
    [
      'a retention that was none',
      set(`kind = 'retention', "before" = 9999999999999`),
      /checkpoint 2 was changed/,
    ],
    [
      'exchanged',
      [
        'update quire_log_checkpoint set number = -3 where number = 3',
        ...set('number = 3'),
        'update quire_log_checkpoint set number = 2 where number = -3',
      ],
      /checkpoint 2 was changed/,
    ],
    [
      'with the signature of another',
      set(`public_key = '${'A'.repeat(43)}', signature = '${'A'.repeat(86)}'`),
      /checkpoint 2 was changed/,
    ],
  ] as const)
    it(what, () =>
      keeping(app, 'quire_log_checkpoint', async () => {
        assert.deepEqual((await verify()).faults, []);
        for (const statement of statements) await app.behind(statement);
        const { faults } = await verify();
        assert.ok(
          faults.some(({ text }) => said.test(text)),
          JSON.stringify(faults.map(({ text }) => text)),
        );
      }),
    );
});

describe('what removes and changes lines rightly leaves a log that can be verified:', () => {
  it('retention, and nothing but it', async () => {
    const { app, chain, ids, verify } = await sealedApp();
    const [first = 0, second = 0, third = 0] = await ids();
    const old = Date.now() - 100_000_000;
    for (const id of [first, second])
      await app.behind('update quire_log set create_time = ? where id = ?', old, id);
    assert.deepEqual(faultsOf(await verify()), [
      ['changed', first],
      ['changed', second],
    ]);
    await app.behind('delete from quire_log_checkpoint');
    await chain.seal(); // a log with two old lines
    assert.deepEqual((await verify()).faults, []);
    await app.behind('delete from quire_log where id = ?', first);
    assert.deepEqual(faultsOf(await verify()), [['removed', first]], 'before it is noted');
    await chain.noteRetention(old + 1000);
    assert.deepEqual((await verify()).faults, []);
    await app.behind('delete from quire_log where id in (?, ?)', second, third);
    const { faults, before } = await verify();
    assert.deepEqual(
      faults.map(({ line }) => Number(line)),
      [third],
      'a younger one',
    );
    assert.equal(before, old + 1000);
  });

  it('retention forgets the entries of checkpoints whose lines are all gone', async () => {
    const { app, chain, verify } = await sealedApp();
    const later = Date.now() + 1;
    await until(() => Date.now() > later);
    await chain.noteRetention(later);
    await app.behind('delete from quire_log where create_time < ?', later);
    const [old] = await app.database.look('select entries, salts from quire_log_checkpoint where number = 1');
    assert.deepEqual(old, { entries: null, salts: null });
    await app.makeBook({ title: 'Young', author: 'A' });
    await chain.seal();
    assert.deepEqual((await verify()).faults, []);
  });

  it('retention that forgets entries in small steps, one of which is cut off', async () => {
    const { app, chain, verify } = await sealedApp(1);
    for (let count = 0; count < 11; count += 1) {
      await app.makeBook({ title: `Later ${count}`, author: 'A' });
      await chain.seal();
    }
    const kept = async () =>
      (
        await app.database.look(
          'select id from quire_log_checkpoint where newest is not null and entries is not null',
        )
      ).length;
    const later = Date.now() + 1;
    await until(() => Date.now() > later);
    await app.makeBook({ title: 'Young', author: 'A' });
    await chain.seal();
    const { store, secrets } = { store: app.server.store, secrets: app.settings.secrets };
    let writes = 0;
    const cutOff = new LogChain(
      {
        ...store,
        write: (...write) => {
          writes += 1;
          return writes === 3 ? Promise.reject(new Error('cut off')) : store.write(...write);
        },
      },
      secrets,
    );
    const all = await kept();
    await assert.rejects(cutOff.noteRetention(later), /cut off/);
    assert.equal(await kept(), all - 10, 'a note, then ten at once');
    assert.deepEqual((await verify()).faults, [], 'all lines are still there');
    await chain.noteRetention(later);
    await app.behind('delete from quire_log where create_time < ?', later);
    const { faults, sound } = await verify();
    assert.deepEqual([faults, sound, await kept()], [[], 1, 1], 'the young one');
  });

  it('an erasure, after which the former digests say nothing', async () => {
    const { app, chain, verify } = await sealedApp(1);
    const mei = await app.registered([], 'mei');
    await mei.done('PUT /cms/user', { nickname: 'Mei' });
    await chain.seal();
    const saltsOf = async () =>
      (
        await app.database.look(`select salts from quire_log_checkpoint where kind = 'lines' order by number`)
      ).map(({ salts }) => salts);
    const before = await saltsOf();
    await app.root.done(`POST /cms/admin/user/${mei.id}/erasure`, { username: 'mei' });
    await until(
      async () =>
        (await app.database.look(`select id from quire_log where username = 'mei' or message like '% mei%'`))
          .length === 0,
    );
    await until(async () => (await verify()).erased > 0);
    const { faults, erased } = await verify();
    assert.deepEqual(faults, []);
    assert.ok(erased >= 2, `${erased} lines`);
    assert.notDeepEqual(await saltsOf(), before);
    await chain.seal();
    assert.deepEqual((await verify()).faults, []);
    const [line] = await app.database.look(
      `select max(id) as id from quire_log where username like 'erased user%'`,
    );
    await app.behind('update quire_log set path = ? where id = ?', '/other', Number(line?.id));
    assert.deepEqual(faultsOf(await verify()), [['changed', Number(line?.id)]]);
  });
});

it('servers that seal at once make one chain', async () => {
  const { app, ids, verify } = await sealedApp(0);
  const chains = Array.from({ length: 4 }, () => new LogChain(app.server.store, app.settings.secrets));
  for (let round = 0; round < 5; round += 1)
    await Promise.all([
      ...chains.map((one) => one.seal()),
      ...[1, 2, 3].map((count) => app.makeBook({ title: `At once ${count}`, author: 'A' })),
    ]);
  await chains[0]?.seal();
  const { faults, sound, unsealed } = await verify(LATE_MS + 1000);
  assert.deepEqual([faults, sound, unsealed], [[], (await ids()).length, 0]);
});

it('more lines than a checkpoint takes get several', async () => {
  const { app, chain, verify } = await sealedApp(0);
  const [{ id = '0' } = {}] = await app.database.look('select max(id) as id from quire_log');
  const records = Array.from(
    { length: 1201 },
    (_, index) => `(${Number(id) + 1 + index}, 'line', 1, 'root', 200, 'POST', '/', '', ${index}, 1)`,
  );
  for (let at = 0; at < records.length; at += 200)
    await app.behind(`insert into quire_log (id, ${LINE}) values ${records.slice(at, at + 200).join(', ')}`);
  assert.equal(await chain.seal(), 1201);
  const { faults, checkpoints } = await verify();
  assert.deepEqual([faults, checkpoints], [[], 4]);
});

it('a copy of the database on the embedded engine is verified like it', async () => {
  const { app, verify } = await sealedApp();
  const { sound } = await verify();
  await app.end();
  const { catalogue } = app.server.store;
  const source = await connect(app.database.address, catalogue);
  const { address } = await newDatabase('sqlite');
  await copyDatabase({ database: source, catalogue }, address, () => {});
  await source.close();
  const target = await connect(address, catalogue);
  const report = await verifyLog(makeRecordStore(target, catalogue).reads, Date.now());
  await target.close();
  assert.deepEqual([report.faults, report.sound], [[], sound]);
});
