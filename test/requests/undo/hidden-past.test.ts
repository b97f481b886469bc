import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { undoing } from '../../support/records/undoing.ts';

const app = await freshApp({ contentDir: 'test/content/undone' });
const { undo, preview, within } = undoing(app);
const { root } = app;
const rootId = 1;
const holder = await app.granted('change.undo');

const titleOf = async (id: number) => (await root.read(`/v1/paper/${id}`)).title;
const rename = (id: number, title: string) => root.done(`PATCH /v1/paper/${id}`, { title });
const show = (id: number) => root.done(`PATCH /v1/paper/${id}`, { audience: 'all' });

describe('an undo of what another did', () => {
  it('does not bring back values of a time at which the record was out of sight', async () => {
    const id = await root.make('/v1/paper', { title: 'Merger with Foo' });
    const scope = await within({ id: rootId }, () => rename(id, 'A project'));
    await show(id);
    const { expected, rows: records } = await preview(holder, scope);
    assert.equal(expected, 0);
    assert.deepEqual(
      records.map(({ outcome, fields }) => [outcome, fields]),
      [['left', undefined]],
    );
    assert.equal((await holder.post('/cms/undo', { ...scope, expected: 1 })).status, 409);
    assert.equal(await titleOf(id), 'A project');
    await undo(root, scope);
    assert.equal(await titleOf(id), 'Merger with Foo');
  });

  it('does not bring back what a later change within it had hidden', async () => {
    const id = await root.make('/v1/paper', { title: 'Seen', audience: 'all' });
    const scope = await within({ id: rootId }, async () => {
      await root.done(`PATCH /v1/paper/${id}`, { audience: 'board', title: 'Hidden' });
      await root.done(`PATCH /v1/paper/${id}`, { audience: 'all', title: 'Seen again' });
    });
    assert.equal((await preview(holder, scope)).expected, 0);
  });

  it('brings back what was in sight all the time', async () => {
    const id = await root.make('/v1/paper', { title: 'First', audience: 'all' });
    const scope = await within({ id: rootId }, () => rename(id, 'Second'));
    await rename(id, 'Second');
    await undo(holder, scope);
    assert.equal(await titleOf(id), 'First');
  });
});
