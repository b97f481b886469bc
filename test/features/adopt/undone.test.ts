import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { undoing } from '../../support/records/undoing.ts';
import { adoptedProject, foreignDatabase } from './foreign-database.ts';
import { RENTAL } from './rental.ts';

const database = await foreignDatabase(RENTAL);
const { address } = database;
const app = await freshApp({
  ...{ language: 'en', contentDir: await adoptedProject(address.databaseUrl) },
  ...address,
});
database.closeFirst(app.end);
const { root } = app;
const { preview, undo, within } = undoing(app);
const writer = ['film.read', 'film.create', 'film.update', 'film.delete', 'tongue.read'] as const;
const editor = await app.granted(...writer);

const FILM = '/api/v1/film';
const made = (title: string, by: Pick<typeof root, 'make'> = root) => by.make(FILM, { title, tongue_id: 1 });
const rowOf = async (id: number) => (await database.look('select * from film where film_id = ?', id))[0];
const titleOf = async (id: number) => (await rowOf(id))?.title;
const linesOf = (planned: Awaited<ReturnType<typeof preview>>) =>
  planned.rows.map(({ id, outcome, reason }) => [id, outcome, reason]);

describe('an undo of changes in the table of another program', () => {
  it('takes back what a person did, and can be undone itself', async () => {
    const id = await made('Before');
    let second = 0;
    const scope = await within(editor, async () => {
      await editor.done(`PATCH ${FILM}/${id}`, { title: 'After', minutes: 90 });
      second = await made('Made', editor);
      await editor.done(`PATCH ${FILM}/${second}`, { note: 'ask' });
    });
    const planned = await preview(editor, scope);
    assert.deepEqual(
      linesOf(planned).toSorted(),
      [
        [id, 'reverted', undefined],
        [second, 'removed', undefined],
      ].toSorted(),
    );
    assert.equal(await titleOf(id), 'After');
    const undone = await undo(editor, scope);
    assert.deepEqual([await titleOf(id), (await rowOf(id))?.minutes], ['Before', null]);
    assert.equal(await rowOf(second), undefined);
    const back = await preview(root, { undo: undone });
    assert.deepEqual(
      linesOf(back).toSorted(),
      [
        [id, 'reverted', undefined],
        [second, 'left', 'deleted from the table of another program for good'],
      ].toSorted(),
    );
    await undo(root, { undo: undone });
    assert.equal(await titleOf(id), 'After');
  });

  it('leaves what another program has changed or deleted since, and says so before', async () => {
    const [one, two, three, four] = [await made('1'), await made('2'), await made('3'), await made('4')];
    await made('last'); // SQLite would give the number of a last row again
    let fresh = 0;
    const scope = await within(editor, async () => {
      for (const id of [one, two, three])
        await editor.done(`PATCH ${FILM}/${id}`, { title: 'Ours', minutes: 5 });
      await editor.done(`DELETE ${FILM}/${four}`);
      fresh = await made('Ours', editor);
    });
    await database.change(`update film set title = 'Theirs' where film_id = ?`, one);
    await database.change('delete from film where film_id = ?', two);
    await database.change(`update film set note = 'Theirs' where film_id in (?, ?)`, three, fresh as never);
    const planned = await preview(editor, scope);
    const since = 'changed since';
    const expected = [
      [one, 'reverted', since],
      [two, 'left', 'deleted since'],
      [three, 'reverted', undefined],
      [four, 'left', 'deleted from the table of another program for good'],
      [fresh, 'left', since],
    ];
    assert.deepEqual(linesOf(planned).toSorted(), expected.toSorted());
    await undo(editor, scope);
    const rows = [await rowOf(one), await rowOf(three), await rowOf(fresh)];
    assert.deepEqual(
      rows.map((row) => [row?.title, row?.minutes, row?.note]),
      [
        ['Theirs', null, null],
        ['3', null, 'Theirs'],
        ['Ours', null, 'Theirs'],
      ],
    );
    assert.equal(await rowOf(two), undefined);
  });

  it('takes back a request, by ids that are texts and of several columns', async () => {
    const answer = await root.post('/api/v1/ticket/bulk', {
      items: ['U1', 'U2'].map((seat) => ({ action: 'create', values: { seat } })),
    });
    const ids = (answer.body.items as { id: string }[]).map(({ id }) => id);
    const request = String(answer.headers['x-request-id']);
    await database.change(`update ticket set seat = 'T2' where seat = ?`, 'U2');
    const { rows: records } = await preview(root, { request });
    assert.deepEqual(
      records.map((line) => [line.key, line.outcome]).toSorted(),
      [
        [ids[0], 'removed'],
        [ids[1], 'left'],
      ].toSorted(),
    );
    const id = await undo(root, { request });
    const report = await root.list<{ key: string }>(`/api/cms/undo/${id}/records`);
    assert.deepEqual(report.map(({ key }) => key).toSorted(), ids.toSorted());
    assert.deepEqual(await database.look('select seat from ticket'), [{ seat: 'T2' }]);
    const cast = '/api/v1/cast_list/2~driver';
    const changed = await root.ask(`PATCH ${cast}`, { actor: 'Eve' });
    await undo(root, { request: String(changed.headers['x-request-id']) });
    assert.equal((await root.read<{ actor: string }>(cast)).actor, 'Ada');
  });

  it('goes no further than the rights of who asks', async () => {
    const id = await made('Before');
    const scope = await within(editor, () => editor.done(`PATCH ${FILM}/${id}`, { title: 'After' }));
    const others = await app.granted('change.undo');
    const readers = await app.granted('change.undo', 'film.read');
    assert.deepEqual((await preview(others, scope)).rows, []);
    assert.deepEqual(linesOf(await preview(readers, scope)), [[id, 'left', 'not yours to change']]);
    assert.equal((await editor.post('/api/cms/undo/preview', { ...scope, user: 1 })).status, 403);
    assert.equal(await titleOf(id), 'After');
  });

  it('leaves what the table refuses, and what other rows refer to', async () => {
    const tongue = await root.ask('POST /api/v1/tongue', { name: 'Klingon' });
    const request = String(tongue.headers['x-request-id']);
    await database.change(`update film set tongue_id = ? where film_id = 1`, Number(tongue.body.id));
    const { expected, rows: records } = await preview(root, { request });
    assert.deepEqual([expected, records.map(({ outcome }) => outcome)], [0, ['left']]);
    await database.change('update film set tongue_id = 1 where film_id = ?', 1);
    const id = await made('forbidden');
    const renamed = await root.ask(`PATCH ${FILM}/${id}`, { title: 'allowed' });
    const planned = await preview(root, { request: String(renamed.headers['x-request-id']) });
    assert.deepEqual(
      planned.rows.map(({ outcome }) => outcome),
      ['left'],
    );
    assert.match(String(planned.rows[0]?.reason), /no such title here/);
  });
});

describe('a change set', () => {
  it('takes no changes of tables of other programs, and says so', async () => {
    const items = [{ collection: 'film', action: 'update', id: 1, values: { title: 'Proposed' } }];
    const { status, text } = await root.post('/api/v1/change-set', { title: 'x', items });
    assert.ok([400, 422].includes(status), text);
    assert.match(text, /items/);
  });
});
