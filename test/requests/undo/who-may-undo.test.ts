import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { undoing } from '../../support/records/undoing.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/undone' });
const { undo, preview, within } = undoing(app);
const writer = await app.person();
const member = await app.person();
const granted = await app.granted('change.undo');
const annotator = await app.granted('leaf.note', 'leaf.annotate');
const DAY_MS = 86_400_000;

let count = 0;
const leaf = (by: Client, values: object = {}) =>
  by.make('/v1/leaf', { title: `leaf ${++count}`, ...values });
const statusOf = async (path: string) => (await app.root.get(path)).status;

describe('who may take back what another did', () => {
  for (const [who, person, outcome] of [
    ['nobody', app.nobody, [401, 10000]],
    ['a member', member, [401, 10000]],
    ['a holder of the permission', granted, [201, 0]],
    ['the super administrator', app.root, [201, 0]],
  ] as const)
    it(`${who} is answered ${outcome[0]}`, async () => {
      const made: number[] = [];
      const scope = await within(writer, async () => void made.push(await leaf(writer)));
      const seen = await person.post('/cms/undo/preview', scope);
      assert.equal(seen.status, outcome[0] === 201 ? 200 : outcome[0]);
      assert.deepEqual(await person.outcome('POST /cms/undo', { ...scope, expected: 1 }), outcome);
      assert.equal(await statusOf(`/v1/leaf/${made[0]}`), outcome[0] === 201 ? 404 : 200);
    });

  for (const [who, person, records] of [
    ['a member', member, 'some'],
    ['a holder of the permission', granted, 'all'],
    ['the super administrator', app.root, 'all'],
  ] as const)
    it(`${who} can see beforehand: ${records} changes`, async () => {
      const routes = await person.list('/cms/user/routes');
      assert.equal(
        routes.find(({ method, path }) => `${method} ${path}` === 'POST /cms/undo')?.rows,
        records,
      );
    });

  it('is asked of a request as well, which tells others nothing', async () => {
    const answer = await writer.post('/v1/leaf', { title: 'one request' });
    const request = String(answer.headers['x-request-id']);
    for (const one of [request, 'no-such-request']) {
      const { expected, rows: records } = await preview(member, { request: one });
      assert.deepEqual([expected, records], [0, []]);
    }
    assert.equal((await preview(granted, { request })).expected, 1);
    assert.equal((await preview(writer, { request })).expected, 1);
  });

  it('is asked again in the transaction', async () => {
    const holder = await app.granted('change.undo');
    const scope = await within(writer, () => leaf(writer));
    await preview(holder, scope);
    await app.root.done(`DELETE /cms/admin/user/${holder.id}/memberships/${holder.groupId}`);
    assert.deepEqual(await holder.outcome('POST /cms/undo', { ...scope, expected: 1 }), [401, 10000]);
  });
});

describe('own changes', () => {
  it('are taken back for a day', async () => {
    const made: number[] = [];
    const { since } = await within(writer, async () => void made.push(await leaf(writer)));
    await undo(writer, { since });
    assert.equal(await statusOf(`/v1/leaf/${made[0]}`), 404);
    const old = await writer.post('/cms/undo/preview', { since: Date.now() - 2 * DAY_MS });
    assert.equal(old.status, 400);
    assert.match(String(old.body.msg), /since .*24/);
    assert.equal((await granted.post('/cms/undo/preview', { since: 0 })).status, 200);
  });

  it('of records that one may not restore stay', async () => {
    const id = await writer.make('/v1/ledger', { entry: 'gone' });
    const answer = await writer.delete(`/v1/ledger/${id}`);
    const request = String(answer.headers['x-request-id']);
    const { expected, rows: records } = await preview(writer, { request });
    assert.equal(expected, 0);
    assert.deepEqual(
      [records[0]?.id, records[0]?.outcome, records[0]?.reason],
      [id, 'left', 'not yours to change'],
    );
    assert.equal((await preview(app.root, { request })).restored, 1);
  });

  it('are refused as a hook refuses', async () => {
    const scope = await within(writer, () => writer.make('/v1/ledger', { entry: 'kept' }));
    const { expected, rows: records } = await preview(writer, { ...scope, user: undefined });
    assert.equal(expected, 0);
    assert.match(String(records[0]?.reason), /It is kept/);
  });
});

describe('what the caller may not see', () => {
  it('is neither touched, nor counted, nor named', async () => {
    const made: number[] = [];
    const scope = await within(writer, async () => {
      const id = await writer.make('/v1/diary', { entry: 'mine alone' });
      made.push(id);
      await writer.done(`PATCH /v1/diary/${id}`, { entry: 'still mine' });
      await leaf(writer);
    });
    const told = await preview(granted, scope);
    assert.deepEqual([told.expected, told.left, told.rows.length], [1, 0, 1]);
    assert.ok(!JSON.stringify(told).includes('diary'));
    await undo(granted, scope);
    assert.equal((await writer.read(`/v1/diary/${made[0]}`)).entry, 'still mine');
    assert.deepEqual(
      await granted.outcome('POST /cms/undo/preview', { ...scope, records: ['quire_user'] }),
      [400, 10030],
    );
  });

  it('is a field: it keeps its value, and its name is not shown', async () => {
    const id = await leaf(writer);
    const scope = await within(annotator, () =>
      annotator.done(`PATCH /v1/leaf/${id}`, { note: 'secret', veins: 4 }),
    );
    const { rows: records } = await preview(granted, scope);
    assert.deepEqual(
      [records[0]?.outcome, records[0]?.fields, records[0]?.left],
      ['reverted', ['veins'], undefined],
    );
    assert.ok(!JSON.stringify(records).includes('note'));
    await undo(granted, scope);
    const { note, veins } = await app.root.read(`/v1/leaf/${id}`);
    assert.deepEqual([note, veins], ['secret', 0]);
  });

  it('is a record that was deleted, unless its trash is theirs', async () => {
    const id = await writer.make('/v1/ledger', { entry: 'deleted' });
    const scope = await within(writer, () => writer.done(`DELETE /v1/ledger/${id}`));
    assert.deepEqual((await preview(granted, scope)).rows, []);
    assert.equal((await preview(app.root, scope)).rows.length, 1);
  });

  it('is a report of somebody else', async () => {
    const scope = await within(writer, () => leaf(writer));
    const id = await undo(granted, scope);
    for (const path of [`/cms/undo/${id}`, `/cms/undo/${id}/records`]) {
      for (const [person, status] of [
        [app.nobody, 401],
        [member, 404],
        [writer, 404],
        [granted, 200],
        [app.root, 200],
      ] as const)
        assert.equal((await person.get(path)).status, status);
    }
    assert.ok((await granted.list<{ id: number }>('/cms/undo')).some((one) => one.id === id));
    assert.deepEqual(await member.list('/cms/undo'), []);
    const [line] = await granted.list<{ record: string; outcome: string }>(`/cms/undo/${id}/records`);
    assert.deepEqual([line?.record, line?.outcome], ['leaf', 'removed']);
    assert.equal('report' in (await granted.read(`/cms/undo/${id}`)), false);
  });

  it('is a record of a report that they may no longer see', async () => {
    const maker = await app.person();
    const holder = await app.superAdministrator();
    const scope = await within(maker, () => maker.make('/v1/diary', { entry: 'private' }));
    const id = await undo(holder, scope);
    assert.equal((await holder.list(`/cms/undo/${id}/records`)).length, 1);
    const group = await app.groupWith('change.undo');
    await app.behind('update quire_membership set group_id = ? where user_id = ?', group, holder.id);
    assert.deepEqual(await holder.list(`/cms/undo/${id}/records`), []);
  });

  it('is a field of a report that they may no longer see', async () => {
    const holder = await app.granted('change.undo', 'leaf.note', 'leaf.annotate');
    const leafId = await leaf(writer);
    const scope = await within(annotator, () =>
      annotator.done(`PATCH /v1/leaf/${leafId}`, { note: 'secret' }),
    );
    const id = await undo(holder, scope);
    const fields = async () =>
      (await holder.list<{ fields: string[] }>(`/cms/undo/${id}/records`)).map((line) => line.fields);
    assert.deepEqual(await fields(), [['note']]);
    await app.root.done(`DELETE /cms/admin/user/${holder.id}/memberships/${holder.groupId}`);
    assert.deepEqual(await fields(), [[]]);
  });
});

describe('what is confirmed', () => {
  it('must be what is found: another number is refused, and nothing is written', async () => {
    const made: number[] = [];
    const scope = await within(writer, async () => void made.push(await leaf(writer)));
    await leaf(member);
    const answer = await app.root.post('/cms/undo', { ...scope, expected: 2 });
    assert.deepEqual(
      [answer.status, answer.body.error_code, answer.headers['x-total-count']],
      [409, 10065, '1'],
    );
    assert.equal(await statusOf(`/v1/leaf/${made[0]}`), 200);
  });

  it('is refused where somebody changed a record between preview and undo', async () => {
    const made: number[] = [];
    const scope = await within(writer, async () => void made.push(await leaf(writer)));
    const { expected } = await preview(app.root, scope);
    await member.done(`PATCH /v1/leaf/${made[0]}`, { veins: 9 });
    assert.deepEqual(await app.root.outcome('POST /cms/undo', { ...scope, expected }), [409, 10065]);
    assert.equal((await app.root.read(`/v1/leaf/${made[0]}`)).veins, 9);
  });

  it('is done once under a key', async () => {
    const scope = await within(writer, () => leaf(writer));
    const headers = { 'idempotency-key': 'undo-once' };
    const first = await app.root.post('/cms/undo', { ...scope, expected: 1 }, { headers });
    const again = await app.root.post('/cms/undo', { ...scope, expected: 1 }, { headers });
    assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id]);
  });

  for (const [what, body, words] of [
    ['no scope', {}, 'exactly one of since, request, import, bulk and undo must be given'],
    [
      'two scopes',
      { since: 1, request: 'x' },
      'exactly one of since, request, import, bulk and undo must be given',
    ],
    ['a user of a request', { request: 'x', user: 1 }, 'user is only for use with since'],
    ['a key of a request', { request: 'x', key: 1 }, 'key is only for use with since'],
    ['a period that ends before it begins', { since: 9, until: 5 }, 'since must be before until'],
    [
      'an unknown collection',
      { request: 'x', records: ['no_such'] },
      'records names no collection that can be read: no_such',
    ],
  ] as const)
    it(`is refused with ${what}`, async () => {
      const answer = await app.root.post('/cms/undo/preview', body);
      assert.deepEqual([answer.status, answer.body.error_code], [400, 10030]);
      assert.equal(answer.body.msg, `Invalid input: ${words}`);
    });
});

describe('how much may be undone at once', () => {
  it('is what one request may write; more for holders of the permission', async () => {
    const busy = await app.person();
    const bulk = (size: number) =>
      busy.post('/v1/leaf/bulk', {
        items: Array.from({ length: size }, (_, index) => ({
          action: 'create',
          values: { title: `b${size} ${index}` },
        })),
      });
    const scope = await within(busy, async () => {
      const answers = [await bulk(501), await bulk(500)];
      for (const { status, text } of answers) assert.equal(status, 200, text);
    });
    const refused = await busy.post('/cms/undo/preview', scope);
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /1000/);
    assert.equal((await busy.post('/cms/undo', { ...scope, expected: 1001 })).status, 400);
    assert.equal((await preview(app.root, { ...scope, records: ['leaf'] })).expected, 1001);
  });
});
