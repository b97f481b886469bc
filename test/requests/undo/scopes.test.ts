import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { bulksOf } from '../../support/records/bulk.ts';
import { importsInto } from '../../support/records/imports.ts';
import { undoing } from '../../support/records/undoing.ts';

const app = await freshApp({ contentDir: 'test/content/undone' });
const { undo, preview, within } = undoing(app);
const { makeKey, program } = keysOf(app);
const writer = await app.person();
const member = await app.person();
const granted = await app.granted('change.undo');
const DAY_MS = 86_400_000;
const REFUSED = [401, 10000];

let count = 0;
const fresh = () => `leaf ${++count}`;
const leaf = (by: Client, values: object = {}) => by.make('/v1/leaf', { title: fresh(), ...values });
const statusOf = async (id: number) => (await app.root.get(`/v1/leaf/${id}`)).status;
const veinsOf = async (id: number) => (await app.root.read(`/v1/leaf/${id}`)).veins;

/** What others get of a scope that names changes of the writer: nothing. */
async function tellsOthersNothing(scope: object) {
  const { expected, rows: records } = await preview(member, scope);
  assert.deepEqual([expected, records], [0, []]);
  assert.deepEqual(await member.outcome('POST /cms/undo', { ...scope, expected: 1 }), [409, 10065]);
  assert.deepEqual(await app.nobody.outcome('POST /cms/undo/preview', scope), REFUSED);
}

describe('a bulk change', () => {
  it('is taken back by its id, by who made it', async () => {
    const titles = [fresh(), fresh()];
    const ids: number[] = [];
    for (const title of titles) ids.push(await leaf(member, { title, veins: 1 }));
    const body = { action: 'update', set: { veins: 9 }, expected: 2 };
    const { id, updated } = await bulksOf(writer).run('/v1/leaf', `filter[id][in]=${ids.join()}`, body);
    assert.deepEqual([updated, await veinsOf(ids[0] ?? 0)], [2, 9]);
    await writer.done(`PATCH /v1/leaf/${ids[0]}`, { color: 'red' });
    await tellsOthersNothing({ bulk: id });
    assert.equal((await preview(granted, { bulk: id })).expected, 2);
    await undo(writer, { bulk: id });
    for (const one of ids) assert.equal(await veinsOf(one), 1);
    assert.equal((await app.root.read(`/v1/leaf/${ids[0]}`)).color, 'red');
  });
});

describe('an import', () => {
  it('is taken back by its id, by who made it', async () => {
    const own = await leaf(writer);
    const titles = [fresh(), fresh()];
    const { id, created } = await importsInto(app, '/v1/leaf', writer.access).run(
      'format=csv',
      `title\n${titles.join('\n')}\n`,
    );
    assert.equal(created, 2);
    await tellsOthersNothing({ import: id });
    const told = await preview(granted, { import: id });
    assert.deepEqual([told.expected, told.removed], [2, 2]);
    await undo(writer, { import: id });
    for (const title of titles)
      assert.deepEqual(await app.root.list(`/v1/leaf?filter[title][eq]=${title}`), []);
    assert.equal(await statusOf(own), 200);
  });

  it('that does not exist holds nothing', async () => {
    for (const scope of [{ import: 999_999 }, { bulk: 999_999 }])
      assert.equal((await preview(app.root, scope)).expected, 0);
    assert.equal((await app.root.post('/cms/undo/preview', { undo: 999_999 })).status, 404);
  });

  it('with what is no time or no request is refused by the name of the parameter', async () => {
    for (const [name, value] of [
      ['since', 8_640_000_000_000_001],
      ['until', 8_640_000_000_000_001],
      ['request', ''],
      ['request', '\0'],
      ['request', 'a'.repeat(61)],
    ] as const) {
      const scope = { ...(name === 'until' && { since: 0 }), [name]: value };
      const { status, body } = await app.root.post('/cms/undo/preview', scope);
      assert.deepEqual([status, body.error_code], [400, 10030], name);
      assert.match(String(body.msg), RegExp(name));
    }
  });
});

describe('an API key', () => {
  it('is a scope: what it did, and nothing else of its user', async () => {
    const robot = await program();
    const other = app.as((await makeKey(robot.owner.id)).key);
    const made: number[] = [];
    const { since, until } = await within(robot.owner, async () => {
      made.push(await leaf(robot), await leaf(other), await leaf(writer));
    });
    const [ofKey = 0, ofOther = 0, ofPerson = 0] = made;
    const scope = { key: robot.id, since, until };
    assert.equal((await preview(member, scope)).expected, 0);
    assert.deepEqual(
      await member.outcome('POST /cms/undo/preview', { ...scope, user: robot.owner.id }),
      REFUSED,
    );
    const { rows: records } = await preview(granted, scope);
    assert.deepEqual(
      records.map(({ id }) => id),
      [ofKey],
    );
    await undo(granted, scope);
    assert.deepEqual(
      [await statusOf(ofKey), await statusOf(ofOther), await statusOf(ofPerson)],
      [404, 200, 200],
    );
  });

  it('is a scope for a day alone, unless what others did may be taken back', async () => {
    const scope = { key: (await program()).id, since: Date.now() - 2 * DAY_MS };
    const old = await member.post('/cms/undo/preview', scope);
    assert.deepEqual([old.status, old.body.error_code], [400, 10030]);
    assert.match(String(old.body.msg), /since .*24/);
    for (const person of [granted, app.root]) assert.equal((await preview(person, scope)).expected, 0);
  });

  it('takes back what its user did, and nothing of others', async () => {
    const robot = await program();
    const made: number[] = [];
    const scope = await within(robot.owner, async () => {
      made.push(await leaf(robot), await leaf(writer));
    });
    const { user: _, ...period } = scope;
    assert.deepEqual(
      await robot.outcome('POST /cms/undo', { ...scope, user: writer.id, expected: 1 }),
      REFUSED,
    );
    const id = await undo(robot, period);
    assert.deepEqual([await statusOf(made[0] ?? 0), await statusOf(made[1] ?? 0)], [404, 200]);
    assert.equal((await robot.get(`/cms/undo/${id}`)).status, 200);
  });

  for (const [what, limits] of [
    ['reads only', { read_only: true }],
    ['is for other collections', { records: ['stamp'] }],
  ] as const)
    it(`takes nothing back if it ${what}`, async () => {
      const robot = await program();
      const narrow = app.as((await makeKey(robot.owner.id, limits)).key);
      const made: number[] = [];
      const { since, until } = await within(robot.owner, async () => void made.push(await leaf(robot)));
      const answer = await narrow.post('/cms/undo', { since, until, expected: 1 });
      assert.deepEqual([answer.status, answer.body.error_code], REFUSED, answer.text);
      assert.ok(!answer.text.includes('leaf'), answer.text);
      assert.equal(await statusOf(made[0] ?? 0), 200);
    });
});
