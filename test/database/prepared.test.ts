import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openEngine } from '../../server/database/open.ts';
import { RECORDED, takePrepared } from '../support/prepared.ts';
import { addressOn, engineName, servers } from '../support/test-database.ts';

const server = servers[engineName];
/** No other test names the folder in this way. */
const FOLDER = 'test/../content';

describe('a database that a test gives back', { skip: !server }, async () => {
  if (!server) return;
  const administrator = await server.open();
  after(() => administrator.close());
  const open = (name: string) => openEngine(addressOn(server, name));
  const take = () => takePrepared(FOLDER, administrator, (name) => addressOn(server, name));
  const run = async (name: string, sql: string) => {
    const engine = await open(name);
    const work = engine.transaction(async (connection) => connection.all({ sql, parameters: [] }));
    return work.finally(() => engine.close());
  };
  const insert = (name: string) => run(name, `insert into book (title, is_deleted) values ('x', false)`);
  const isGone = (name: string) => assert.rejects(administrator.fingerprint(name, RECORDED));

  it('is the next one’s, without records, and with ids from 1 on', async () => {
    const { name, giveBack } = await take();
    for (let count = 0; count < 2; count++) await insert(name);
    await run(name, 'delete from book where id = 2');
    await giveBack(administrator);
    const next = await take();
    assert.equal(next.name, name);
    assert.deepEqual(await run(name, 'select id from book'), []);
    await insert(name);
    assert.deepEqual(
      (await run(name, 'select id from book')).map(({ id }) => Number(id)),
      [1],
    );
    await next.giveBack(administrator);
  });

  it('is dropped after a change of its tables', async () => {
    const { name, giveBack } = await take();
    let known = await administrator.fingerprint(name, RECORDED);
    for (const sql of [
      'alter table book add column more integer',
      'alter table book drop column more',
      'create index book_author on book (author)',
      'create table more (id integer)',
      'drop table book',
      'delete from quire_schema',
    ]) {
      await run(name, sql);
      const changed = await administrator.fingerprint(name, RECORDED);
      assert.notEqual(changed, known, sql);
      known = changed;
    }
    await giveBack(administrator);
    await isGone(name);
  });

  it('is dropped if something works on it', async () => {
    const { name, giveBack } = await take();
    const engine = await open(name);
    await engine.reads.all({ sql: 'select id from book', parameters: [] });
    await giveBack(administrator);
    await engine.close();
    await isGone(name);
  });
});
