import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RecordsScope } from '../../../server/records/scope/collections-scope.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import type { Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { importsInto } from '../../support/records/imports.ts';
import { undoing } from '../../support/records/undoing.ts';
import { command, folder } from '../../support/server-process.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/sets' });
const editor = await app.person();
const approver = await app.superAdministrator();
const imports = importsInto(app, '/v1/law');
/** How 10312 reads. */
const APPROVAL =
  'Somebody else must approve changes of this collection: propose them with POST /v1/change-set';
let count = 0;
const fresh = () => `t${++count}`;

/** Proposes and applies items, and answers the ids of their records. */
async function apply(items: readonly object[]): Promise<number[]> {
  const id = await editor.make('/v1/change-set', { title: 'x', items });
  await editor.done(`POST /v1/change-set/${id}/submit`);
  const body = { version: 2, apply: true };
  const path = `POST /v1/change-set/${id}/approve`;
  return (await approver.done<{ items: { id: number }[] }>(path, body)).items.map((one) => one.id);
}
const law = async (values: object = {}) => {
  const [id = 0] = await apply([{ record: 'law', action: 'create', values: { title: fresh(), ...values } }]);
  return id;
};

describe('a collection that needs approval', () => {
  for (const [what, ask] of [
    ['created', async () => ['POST /v1/law', { title: fresh() }]],
    ['created on trial', async () => ['POST /v1/law?dry_run=true', { title: fresh() }]],
    ['changed', async () => [`PATCH /v1/law/${await law()}`, { title: fresh() }]],
    ['replaced', async () => [`PUT /v1/law/${await law()}`, { title: fresh() }]],
    ['deleted', async () => [`DELETE /v1/law/${await law()}`, undefined]],
    ['upserted by a unique field', async () => ['PUT /v1/law?by=title', { title: fresh() }]],
    ['moved', async () => [`POST /v1/law/${await law()}/move`, { to: 'first' }]],
    [
      'detached from a deleted record',
      async () => {
        const writer = await app.root.make('/v1/writer', { name: fresh() });
        await law({ writer });
        return [`DELETE /v1/writer/${writer}`, undefined];
      },
    ],
    [
      'restored from the trash',
      async () => {
        const id = await law();
        await apply([{ record: 'law', action: 'delete', id }]);
        return [`POST /v1/law/trash/${id}/restore`, undefined];
      },
    ],
    [
      'purged',
      async () => {
        const id = await law();
        await apply([{ record: 'law', action: 'delete', id }]);
        return [`DELETE /v1/law/trash/${id}`, undefined];
      },
    ],
    [
      'taken back to an earlier state',
      async () => {
        const id = await law();
        await apply([{ record: 'law', action: 'update', id, values: { title: fresh() } }]);
        const revisions = await app.root.list<Revision>(`/v1/law/${id}/history`);
        return [`POST /v1/law/${id}/history/${revisions.at(-1)?.id}/restore`, undefined];
      },
    ],
  ] as const satisfies readonly (readonly [string, () => Promise<readonly [string, object | undefined]>])[])
    it(`is not ${what} but by a set`, async () => {
      const [request, body] = (await ask()) as [string, object | undefined]; // the compiler joins the tuples to arrays
      assert.deepEqual(await app.root.outcome(request, body), [409, 10312]);
    });

  it('refuses bulk requests and imports', async () => {
    const items = [{ action: 'create', values: { title: fresh() } }];
    assert.match((await app.root.post('/v1/law/bulk', { items })).text, /10312/);
    const before = (await app.root.list('/v1/law?count=100')).length;
    for (const query of ['format=csv', 'format=csv&dry_run=true']) {
      const { status, body } = await imports.begin(query, `title\n${fresh()}\n`);
      assert.deepEqual([status, body.code], [409, 10312], query);
    }
    assert.deepEqual(await app.root.list('/v1/law/import'), []);
    assert.equal((await app.root.list('/v1/law?count=100')).length, before);
  });

  for (const body of [{ action: 'update', set: { title: 'All alike' } }, { action: 'delete' }])
    it(`refuses to ${body.action} by filter`, async () => {
      const record = await law();
      const path = `/v1/law/bulk-by-filter?filter[id][eq]=${record}`;
      const request = { ...body, expected: 1 };
      assert.deepEqual(await app.root.outcome(`POST ${path}`, request), [409, 10312]);
      assert.notEqual((await app.root.read(`/v1/law/${record}`)).title, 'All alike');
    });

  it('refuses an API key', async () => {
    const robot = await keysOf(app).program();
    const record = await law();
    for (const [request, body] of [
      ['POST /v1/law', { title: fresh() }],
      [`PATCH /v1/law/${record}`, { title: fresh() }],
      [`DELETE /v1/law/${record}`, undefined],
    ] as const)
      assert.deepEqual(await robot.outcome(request, body), [409, 10312]);
  });

  it('leaves alone what an undo would take back', async () => {
    const record = await law();
    const [made] = await app.root.list<Revision>(`/v1/law/${record}/history`);
    const scope = { request: made?.request_id };
    const { expected, rows: records } = await undoing(app).preview(app.root, scope);
    assert.deepEqual(
      [expected, records.map(({ id, outcome, reason }) => [id, outcome, reason])],
      [0, [[record, 'left', APPROVAL]]],
    );
    assert.deepEqual(await app.root.outcome('POST /cms/undo', { ...scope, expected: 0 }), [409, 10061]);
    assert.equal((await app.root.get(`/v1/law/${record}`)).status, 200);
  });

  it('lets hooks write, for every caller', async () => {
    const title = fresh();
    await editor.done('POST /v1/motion', { title });
    assert.equal((await editor.list(`/v1/law?filter[title][eq]=${title}`)).length, 1);
  });

  it('takes what jobs write', async () => {
    const { records } = new RecordsScope(app.server.store.placeOf(systemContext('test')));
    const record = await law();
    const title = fresh();
    await records.update('law', BigInt(record), { title });
    assert.equal((await app.root.read(`/v1/law/${record}`)).title, title);
  });

  it('takes what commands write', async () => {
    const file = join(folder, 'laws.csv');
    writeFileSync(file, 'title\nBy command\n');
    const here = { CONTENT_DIR: 'test/content/sets' };
    const { code, said } = await command(['import', 'law', file], 'reviewed', here);
    assert.equal(code, 0, said);
    assert.match(said, /1 created, .* 0 refused/);
  });

  it('is described as one, and offers what changes nothing', async () => {
    const described = await app.root.read<{
      readonly reviewed?: boolean;
      readonly actions: Readonly<Record<string, unknown>>;
      readonly refused: Readonly<Record<string, string>>;
    }>('/cms/definition/law');
    assert.equal(described.reviewed, true);
    assert.ok(described.actions.list && described.actions.history && described.actions.trash);
    for (const action of ['create', 'update', 'delete', 'restore', 'purge', 'import', 'bulk', 'upsert'])
      assert.equal(described.actions[action], undefined, action);
    assert.match(String(described.refused.update), /change set/);
    assert.ok(!('reviewed' in (await app.root.read<object>('/cms/definition/diary'))));
  });

  it('names who approved a change in its history', async () => {
    const id = await law();
    const [made] = await app.root.list<Record<string, { username: string }>>(`/v1/law/${id}/history`);
    assert.deepEqual(
      [made?.user?.username, made?.approved_by?.username],
      [editor.username, approver.username],
    );
    const other = await app.root.make('/v1/article', { title: fresh() });
    const [plain] = await app.root.list(`/v1/article/${other}/history`);
    assert.ok(plain && !('approved_by' in plain));
  });
});
