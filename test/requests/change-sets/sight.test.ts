import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import type { ShownSet } from '../../support/records/change-sets.ts';

const app = await freshApp({ contentDir: 'test/content/sets' });
const { root } = app;
const { program } = keysOf(app);
const chief = await app.superAdministrator();
const member = await app.person();
const other = await app.person();
const paper = (values: object = {}) => root.make('/v1/paper', { title: 'Foo', ...values });
const change = (id: number, values: object = { title: 'Merger with Bar' }) => ({
  record: 'paper',
  action: 'update',
  id,
  values,
});
const decide = async (id: number, how: 'approve' | 'apply' | 'reject', by: Client) => {
  const { version } = await root.read<ShownSet>(`/v1/change-set/${id}`);
  const body = { approve: {}, apply: { apply: true }, reject: { reason: 'too cruel' } }[how];
  const path = how === 'reject' ? 'reject' : 'approve';
  return by.done(`POST /v1/change-set/${id}/${path}`, { version, ...body });
};

/** Submits a set of these items. */
async function proposed(items: readonly object[], by: Client = root): Promise<number> {
  const id = await by.make('/v1/change-set', { title: 'The plan', items });
  await by.done(`POST /v1/change-set/${id}/submit`);
  return id;
}
const isListed = async (id: number, by: Client) =>
  (await by.list<{ id: number }>('/v1/change-set?count=100')).some((set) => set.id === id);
const statusOf = async (id: number, by: Client) => (await by.get(`/v1/change-set/${id}`)).status;

describe('a set that was decided on', () => {
  for (const how of ['approve', 'apply', 'reject'] as const)
    it(`stays hidden from others who may see its records later (${how})`, async () => {
      const record = await paper();
      const id = await proposed([change(record)]);
      await decide(id, how, chief);
      await root.done(`PATCH /v1/paper/${record}`, { title: 'A project', audience: 'all' });
      assert.equal(await statusOf(id, member), 404);
      assert.equal(await isListed(id, member), false);
      assert.equal((await member.post(`/v1/change-set/${id}/approve`, { version: 3 })).status, 404);
      const rejection = { version: 3, reason: 'no' };
      assert.equal((await member.post(`/v1/change-set/${id}/reject`, rejection)).status, 404);
      assert.equal((await member.post(`/v1/change-set/${id}/apply`)).status, 404);
      for (const by of [root, chief]) {
        assert.equal(await statusOf(id, by), 200);
        assert.ok(await isListed(id, by));
      }
    });

  it('stays with the one who decided, as long as they see its records', async () => {
    const [changed, gone, left] = [
      await paper({ audience: 'all' }),
      await paper({ audience: 'all' }),
      await paper({ audience: 'all' }),
    ];
    const created = { record: 'paper', action: 'create', values: { title: 'New', audience: 'all' } };
    const removal = { record: 'paper', action: 'delete', id: gone };
    const items = [change(changed, { title: 'To' }), removal, created, change(left, { title: 'Also' })];
    const id = await proposed(items, member);
    await decide(id, 'apply', other);
    const shown = await other.read<ShownSet>(`/v1/change-set/${id}`);
    assert.deepEqual(
      shown.items.map(({ changes }) => changes),
      [
        { title: { to: 'To' } },
        {},
        { title: { to: 'New' }, audience: { to: 'all' } },
        { title: { to: 'Also' } },
      ],
    );
    assert.ok(await isListed(id, other));
    await root.done(`PATCH /v1/paper/${left}`, { audience: 'board' });
    assert.equal(await statusOf(id, other), 404);
    assert.equal(await isListed(id, other), false);
    assert.equal(await statusOf(id, member), 200);
  });
});

describe('records that somebody does not see', () => {
  it('answer an ETag as those that are missing', async () => {
    const hidden = await other.make('/v1/diary', { title: 'mine' });
    const gone = await member.make('/v1/diary', { title: 'gone' });
    await member.done(`DELETE /v1/diary/${gone}`);
    const answers = [];
    for (const id of [hidden, gone, 999_999]) {
      const items = [
        { record: 'diary', action: 'update', id, values: { title: 'z' }, etag: '"x"' },
        { record: 'paper', action: 'create', values: { title: 'ok' } },
        change(999_999),
      ];
      const { status, body } = await member.post('/v1/change-set', { title: 'x', items });
      answers.push({ status, ...body, request_id: undefined, requestId: undefined });
    }
    assert.deepEqual(answers[0], answers[1]);
    assert.deepEqual(answers[0], answers[2]);
    assert.match(JSON.stringify(answers[0]), /"status":404/);
    assert.doesNotMatch(JSON.stringify(answers[0]), /"status":412/);
  });

  it('are not told to have changed to an author who saw them once', async () => {
    const records = [];
    for (const after of ['same', 'changed', 'gone']) {
      const record = await paper({ audience: 'all' });
      const id = await proposed([change(record)], member);
      await decide(id, 'approve', other);
      await root.done(`PATCH /v1/paper/${record}`, { audience: 'board' });
      if (after === 'changed') await root.done(`PATCH /v1/paper/${record}`, { title: 'Third' });
      if (after === 'gone') await root.done(`DELETE /v1/paper/${record}`);
      const { status, body } = await member.post<{ items: object[] }>(`/v1/change-set/${id}/apply`);
      records.push([status, body.items]);
    }
    assert.deepEqual(records[0], records[1]);
    assert.deepEqual(records[0], records[2]);
    assert.match(JSON.stringify(records[0]), /"status":404/);
    assert.doesNotMatch(JSON.stringify(records[0]), /title|audience/);
  });
});

describe('former values', () => {
  it('are hidden from those who may decide, also when the author’s account has ended', async () => {
    const gone = await app.person();
    const record = await gone.make('/v1/paper', { title: 'Secret before' });
    const id = await proposed([change(record, { title: 'proposed' })], gone);
    await root.done(`PATCH /v1/paper/${record}`, { title: 'harmless', audience: 'all' });
    const changes = async () => (await member.read<ShownSet>(`/v1/change-set/${id}`)).items[0]?.changes;
    assert.deepEqual(await changes(), { title: { to: 'proposed', now: 'harmless' } });
    await root.done(`DELETE /cms/admin/user/${gone.id}/activation`);
    assert.deepEqual(await changes(), { title: { to: 'proposed', now: 'harmless' } });
    assert.doesNotMatch((await member.get(`/v1/change-set/${id}`)).text, /Secret before/);
  });

  it('are shown while the record still holds them', async () => {
    const record = await paper({ audience: 'all' });
    const id = await proposed([change(record)]);
    const { items } = await member.read<ShownSet>(`/v1/change-set/${id}`);
    assert.deepEqual(items[0]?.changes, { title: { from: 'Foo', to: 'Merger with Bar' } });
  });
});

describe('sets that somebody may not see', () => {
  it('are not named by the list, which goes on behind them', async () => {
    const reader = await app.person();
    const own = [await reader.make('/v1/change-set', { title: 'a' })];
    const seen = await proposed([change(await paper({ audience: 'all' }))]);
    const hidden = await paper();
    for (let number = 0; number < 52; number++) await proposed([change(hidden)]);
    own.push(await reader.make('/v1/change-set', { title: 'b' }));
    const found: number[] = [];
    let next: string | null = '';
    while (next !== null) {
      const after: string = next === '' ? '' : `&after=${next}`;
      const page: { items: { id: number }[]; next: string | null } = await reader.read(
        `/v1/change-set?count=1${after}`,
      );
      found.push(...page.items.map(({ id }) => id));
      next = page.next;
      assert.doesNotMatch(next ?? '', /^\d+$/);
    }
    assert.deepEqual(
      found.filter((id) => id === seen || own.includes(id)),
      [own[1], seen, own[0]],
    );
    assert.equal((await reader.get(`/v1/change-set?after=${seen}`)).status, 400);
    const feed = await reader.read<{ next: string }>('/v1/changes');
    assert.equal((await reader.get(`/v1/change-set?after=${feed.next}`)).status, 400);
  });

  it('answer a key as those that are missing', async () => {
    const key = await program();
    const draft = await root.make('/v1/change-set', { title: 'x' });
    const own = await key.make('/v1/change-set', { title: 'x' });
    for (const path of ['approve', 'reject'])
      for (const id of [draft, own, 999_999]) {
        const { status, body } = await key.post<{ code: number }>(`/v1/change-set/${id}/${path}`, {
          version: 1,
          ...(path === 'reject' && { reason: 'no' }),
        });
        assert.deepEqual([path, id, status], [path, id, 401], JSON.stringify(body));
      }
  });

  it('are judged by the record that they would create', async () => {
    const create = (audience: string) => [
      { record: 'paper', action: 'create', values: { title: 'New', audience } },
    ];
    const [hidden, open] = [await proposed(create('board')), await proposed(create('all'))];
    assert.deepEqual([await isListed(hidden, member), await isListed(open, member)], [false, true]);
    assert.deepEqual([await statusOf(hidden, member), await statusOf(open, member)], [404, 200]);
  });
});
