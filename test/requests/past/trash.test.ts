import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { deletion } from '../../../server/records/write/removal/deletion.collection.ts';
import type { Page, Revision, Trashed } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/past' });
const { store } = app.server;

const writer = await app.person();
const looker = await app.granted('paper.trash');
const restorer = await app.granted('paper.restore');
const purger = await app.granted('paper.purge');

let count = 0;
const make = async (path: string, body: object, by: Client = writer) => await by.make(path, body);
const makePaper = (values: object = {}) => make('/v1/paper', { title: `paper ${++count}`, ...values });
const makeShelf = () => make('/v1/shelf', { name: `shelf ${++count}` });
const remove = (path: string, by: Client = writer) => by.done(`DELETE ${path}`);
const trash = (query = '', path = '/v1/paper', by: Client = looker) =>
  by.read<Page<Trashed<{ title: string }>>>(`${path}/trash${query}`);
/** As a delete that takes records along leaves it. */
const deletedAlong = async (paper: number, shelf: number) => {
  await remove(`/v1/paper/${paper}`);
  await store.write(systemContext('along'), async (writes) => {
    const entry = {
      collection: 'paper',
      record_id: BigInt(paper),
      root_collection: 'shelf',
      root_id: BigInt(shelf),
    };
    await writes.create(deletion, entry);
  });
};

describe('the trash', () => {
  it('holds what was deleted, the last first, with when and by whom', async () => {
    const start = Date.now();
    const ids = [await makePaper({ pin: 'hidden' }), await makePaper(), await makePaper()];
    for (const id of ids) await remove(`/v1/paper/${id}`);
    const { items } = await trash();
    assert.deepEqual(
      items.map(({ id }) => id),
      ids.toReversed(),
    );
    const [first] = items;
    assert.deepEqual(Object.keys(first ?? {}).sort(), [
      'along_with',
      'create_time',
      'delete_time',
      'deleted_by',
      'id',
      'others',
      'pages',
      'price',
      'printed_at',
      'shelf_id',
      'state',
      'title',
      'update_time',
    ]);
    assert.ok(first && first.delete_time >= start && first.delete_time <= Date.now());
    assert.deepEqual(
      [first.deleted_by?.username, first.along_with, first.others],
      [writer.username, null, 0],
    );
    assert.doesNotMatch(JSON.stringify(items), /hidden/);
  });

  it('is paged, each record once, also when records leave it meanwhile', async () => {
    for (let index = 0; index < 5; index += 1) await remove(`/v1/paper/${await makePaper()}`);
    const all = (await trash('?count=100')).items.map(({ id }) => id);
    const seen: number[] = [];
    let after = '';
    for (let turn = 0; turn < 20; turn += 1) {
      const page = await trash(`?count=2${after && `&after=${after}`}`);
      seen.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      after = page.next;
      if (turn === 1)
        assert.equal((await restorer.ask(`POST /v1/paper/trash/${seen.at(-1)}/restore`)).status, 200);
    }
    assert.deepEqual(seen, all);
  });

  it('refuses by name what it does not know', async () => {
    for (const [query, name] of [
      ['after=x', 'after'],
      ['after=1.0', 'after'],
      ['after=1.99999999999999999999', 'after'],
      ['count=101', 'count'],
      ['sort=id', 'sort'],
    ] as const) {
      const answer = await looker.ask(`GET /v1/paper/trash?${query}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], query);
      assert.match(String(answer.body.message), RegExp(name));
    }
  });
});

describe('restoring', () => {
  it('brings a record back as it was, with a line of history', async () => {
    const id = await makePaper({ title: 'returning', pages: '9007199254740993', pin: 'kept' });
    const before = await writer.ask(`GET /v1/paper/${id}`);
    await remove(`/v1/paper/${id}`);
    const answer = await restorer.ask(`POST /v1/paper/trash/${id}/restore`);
    assert.equal(answer.status, 200, answer.text);
    const after = await writer.ask(`GET /v1/paper/${id}`);
    assert.equal(after.text.replace(/"update_time":\d+/, ''), before.text.replace(/"update_time":\d+/, ''));
    const items = await app.root.list<Revision>(`/v1/paper/${id}/history`);
    assert.deepEqual(
      items.map(({ action }) => action),
      ['restore', 'delete', 'create'],
    );
    assert.equal(items[0]?.user?.id, restorer.id);
    for (const line of [`POST /v1/paper/trash/${id}/restore`, `DELETE /v1/paper/trash/${id}`])
      assert.deepEqual((await app.root.ask(line)).status, 404, line);
  });

  it('says which name was taken meanwhile, and changes nothing', async () => {
    const id = await makePaper({ title: 'one name' });
    await remove(`/v1/paper/${id}`);
    await makePaper({ title: 'one name' });
    const answer = await restorer.ask(`POST /v1/paper/trash/${id}/restore`);
    assert.deepEqual([answer.status, answer.body.code], [409, 10061]);
    assert.match(String(answer.body.message), new RegExp(`Paper ${id}: title is taken`));
    assert.ok((await trash('?count=100')).items.some((record) => record.id === id));
  });

  it('brings a whole set back, from whichever of its records', async () => {
    for (const from of ['shelf', 'paper'] as const) {
      const shelf = await makeShelf();
      const paper = await makePaper({ shelf_id: shelf });
      await deletedAlong(paper, shelf);
      await remove(`/v1/shelf/${shelf}`);
      const records = { shelf, paper };
      const listed = (await trash('?count=1')).items[0];
      assert.deepEqual([listed?.id, listed?.along_with], [paper, { record: 'shelf', id: shelf }]);
      assert.equal((await trash('?count=1', '/v1/shelf', app.root)).items[0]?.others, 1);
      const answer = await app.root.ask(`POST /v1/${from}/trash/${records[from]}/restore`);
      assert.equal(answer.status, 200, answer.text);
      for (const [record, id] of Object.entries(records))
        assert.equal((await writer.ask(`GET /v1/${record}/${id}`)).status, 200);
      await remove(`/v1/paper/${paper}`);
      assert.equal((await trash('?count=1')).items[0]?.along_with, null, 'a set is over once it is restored');
    }
  });

  it('says what is gone that a record refers to', async () => {
    const shelf = await makeShelf();
    const paper = await makePaper({ shelf_id: shelf });
    await remove(`/v1/paper/${paper}`);
    await remove(`/v1/shelf/${shelf}`);
    const answer = await restorer.ask(`POST /v1/paper/trash/${paper}/restore`);
    assert.deepEqual([answer.status, answer.body.code], [409, 10061]);
    assert.match(String(answer.body.message), new RegExp(`shelf_id to ${shelf}, which no longer exists`));
  });

  it('needs the whole set to be the caller’s', async () => {
    const shelf = await makeShelf();
    const paper = await makePaper({ shelf_id: shelf });
    await deletedAlong(paper, shelf);
    await remove(`/v1/shelf/${shelf}`);
    const answer = await restorer.ask(`POST /v1/paper/trash/${paper}/restore`);
    assert.deepEqual([answer.status, answer.body.code], [401, 10000]);
    assert.equal((await writer.ask(`GET /v1/paper/${paper}`)).status, 404);
  });
});

describe('purging', () => {
  const kept = async (table: string, id: number) => {
    const column = table === 'quire_revision' ? 'record_id' : 'id';
    const records = await app.database.look(`select id from ${table} where ${column} = ?`, id);
    return records.length;
  };

  it('destroys the record and what its history told, and keeps that it was and who destroyed it', async () => {
    const id = await makePaper({ title: 'to be destroyed', pages: 7 });
    await remove(`/v1/paper/${id}`);
    const answer = await purger.ask(`DELETE /v1/paper/trash/${id}`);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(await kept('paper', id), 0);
    const history = await app.root.get<{ items: object[] }>(`/v1/paper/${id}/history`);
    assert.equal(history.body.items.length, 1);
    assert.match(history.text, new RegExp(`"action":"purge".*"username":"${purger.username}".*"changes":{}`));
    const log = await app.root.ask('GET /cms/log/search?keyword=permanently');
    assert.match(log.text, new RegExp(`Paper ${id} permanently deleted`));
    for (const line of [`POST /v1/paper/trash/${id}/restore`, `DELETE /v1/paper/trash/${id}`])
      assert.deepEqual((await app.root.ask(line)).status, 404, line);
    assert.ok((await makePaper()) > id, 'a destroyed id came back');
  });

  it('takes along what was deleted along, whichever record it names, by the right to destroy each', async () => {
    const shelf = await makeShelf();
    const papers = [await makePaper({ shelf_id: shelf }), await makePaper({ shelf_id: shelf })];
    for (const paper of papers) await deletedAlong(paper, shelf);
    await remove(`/v1/shelf/${shelf}`);
    const [first = 0, second = 0] = papers;
    assert.equal((await purger.ask(`DELETE /v1/paper/trash/${first}`)).status, 401);
    assert.deepEqual([await kept('paper', first), await kept('shelf', shelf)], [1, 1]);
    await remove(`/v1/paper/trash/${first}`, app.root);
    assert.deepEqual(
      [await kept('paper', first), await kept('paper', second), await kept('shelf', shelf)],
      [0, 0, 0],
    );
    assert.equal(await kept('quire_deletion', 1), 0);
  });

  it('never touches a living record', async () => {
    const id = await makePaper();
    assert.equal((await purger.ask(`DELETE /v1/paper/trash/${id}`)).status, 404);
    assert.equal((await writer.ask(`GET /v1/paper/${id}`)).status, 200);
  });
});

describe('who may', () => {
  it('is asked for each use separately', async () => {
    const uses = {
      'GET /v1/paper/trash': looker,
      'POST /v1/paper/trash/:id/restore': restorer,
      'DELETE /v1/paper/trash/:id': purger,
    };
    for (const [line, allowed] of Object.entries(uses)) {
      for (const person of [app.nobody, writer, looker, restorer, purger, app.root]) {
        const id = await makePaper();
        await remove(`/v1/paper/${id}`);
        const answer = await person.ask(line.replace(':id', String(id)));
        const isAllowed = person === allowed || person === app.root;
        assert.equal(answer.status, isAllowed ? 200 : 401, `${line} ${answer.text}`);
      }
    }
  });

  it('is the super administrator alone, where the definition says nothing', async () => {
    const id = await makeShelf();
    await remove(`/v1/shelf/${id}`);
    const lines = [
      'GET /v1/shelf/trash',
      `POST /v1/shelf/trash/${id}/restore`,
      `DELETE /v1/shelf/trash/${id}`,
    ];
    for (const line of lines)
      for (const person of [app.nobody, writer, looker, restorer, purger])
        assert.equal((await person.ask(line)).status, 401, line);
    assert.equal((await app.root.ask(`DELETE /v1/shelf/trash/${id}`)).status, 200);
  });

  it('is kept to the records that may be read', async () => {
    const id = await make('/v1/diary', { entry: 'mine' });
    const other = await make('/v1/diary', { entry: 'other' }, restorer);
    await remove(`/v1/diary/${id}`, app.root);
    await remove(`/v1/diary/${other}`, restorer);
    const { items } = await trash('', '/v1/diary', writer);
    assert.deepEqual(
      items.map((record) => [record.id, record.deleted_by]),
      [[id, null]],
    );
    for (const line of [`POST /v1/diary/trash/${other}/restore`, `DELETE /v1/diary/trash/${other}`])
      assert.equal((await writer.ask(line)).status, 404, line);
    assert.equal((await writer.ask(`POST /v1/diary/trash/${id}/restore`)).status, 200);
    assert.equal((await restorer.ask(`DELETE /v1/diary/trash/${other}`)).status, 200);
  });
});
