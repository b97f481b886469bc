import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change, Changes } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const callers = ['nobody', 'member', 'owner', 'root'] as const;
type Caller = (typeof callers)[number];

const app = await freshApp({ contentDir: 'test/content/rules' });
const [owner, member] = [await app.person(), await app.person()];
const by: Record<Caller, Client> = { nobody: app.nobody, member, owner, root: app.root };

/** Where the feed ends now. */
const end = async () => {
  let next: string | undefined;
  for (;;) {
    const page: Changes = await app.root.read<Changes>(
      `/v1/changes?count=500${next ? `&after=${next}` : ''}`,
    );
    if (!page.more) return page.next;
    next = page.next;
  }
};
const told = async (caller: Caller, after: string, query = '') =>
  (await by[caller].read<Changes>(`/v1/changes?after=${after}${query}`)).items.map(
    ({ event, fields }) => event + (fields ? ` ${fields.join(',')}` : ''),
  );
const make = (client: Client, path: string, body: object) => client.make(path, body);

describe('the feed of changes', () => {
  it('tells each caller what they may see, and that a record came into their sight or left it', async () => {
    const after = await end();
    const id = await make(owner, '/v1/post', { title: 'one' });
    await owner.done(`PATCH /v1/post/${id}`, { title: 'two' });
    await app.root.done(`PATCH /v1/post/${id}`, { state: 'published' });
    await app.root.done(`PATCH /v1/post/${id}`, { title: 'three' });
    await app.root.done(`PATCH /v1/post/${id}`, { state: 'draft', title: 'four' });
    await app.root.done(`DELETE /v1/post/${id}`);
    await app.root.done(`POST /v1/post/trash/${id}/restore`);
    await app.root.done(`DELETE /v1/post/${id}`);
    const all = [
      'created',
      'updated title',
      'updated state',
      'updated title',
      'updated title,state',
      'deleted',
      'restored',
      'deleted',
    ];
    for (const caller of ['owner', 'root'] as const) assert.deepEqual(await told(caller, after), all, caller);
    for (const caller of ['nobody', 'member'] as const)
      assert.deepEqual(await told(caller, after), ['entered', 'updated title', 'left'], caller);
  });

  it('follows a rule through what a record refers to', async () => {
    const post = await make(app.root, '/v1/post', { title: 'p', state: 'published' });
    const draft = await make(app.root, '/v1/post', { title: 'd' });
    const after = await end();
    const note = await make(owner, '/v1/note', { words: 'x', post });
    await app.root.done(`PATCH /v1/note/${note}`, { post: draft });
    for (const caller of ['nobody', 'member', 'owner'] as const)
      assert.deepEqual(await told(caller, after), ['created', 'left'], caller);
    await app.root.done(`PATCH /v1/post/${post}`, { state: 'draft' });
    assert.deepEqual(await told('nobody', after, '&record=note'), [], 'rights as they are now');
    assert.deepEqual(await told('root', after, '&record=note'), ['created', 'updated post']);
  });

  it('names no field that the caller may not see', async () => {
    const after = await end();
    const id = await make(app.root, '/v1/person', { name: 'n' });
    await app.root.done(`PATCH /v1/person/${id}`, { name: 'm', salary: '5.00', pin: '1' });
    await app.root.done(`PATCH /v1/person/${id}`, { pin: '2' });
    assert.deepEqual(await told('member', after), ['created', 'updated name', 'updated ']);
    assert.deepEqual(await told('root', after), ['created', 'updated name,salary,pin', 'updated pin']);
    const granted = await app.granted('person.salaries');
    const page = await granted.read<Changes>(`/v1/changes?after=${after}`);
    assert.deepEqual(
      page.items.map(({ fields }) => fields),
      [undefined, ['name', 'salary'], []],
    );
  });

  it('says which changes are the caller’s own, never whose the others are', async () => {
    const after = await end();
    await make(owner, '/v1/person', { name: 'o' });
    const page = async (caller: Caller) =>
      (await by[caller].read<Changes>(`/v1/changes?after=${after}`)).items;
    assert.deepEqual(
      (await page('owner')).map(({ own }) => own),
      [true],
    );
    for (const caller of ['nobody', 'member', 'root'] as const) {
      const [item = {}] = await page(caller);
      assert.deepEqual(Object.keys(item).sort(), ['cursor', 'event', 'own', 'record', 'row', 'time']);
      assert.equal((item as Change).own, false);
    }
  });

  it('is read by pages, by collection and by record', async () => {
    const after = await end();
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push(await make(app.root, '/v1/person', { name }));
    await make(app.root, '/v1/post', { title: 'z', state: 'published' });
    const records: number[] = [];
    let next = after;
    for (;;) {
      const page = await member.read<Changes>(`/v1/changes?after=${next}&count=2&record=person`);
      records.push(...page.items.map(({ row: record }) => record));
      next = page.next;
      if (!page.more) break;
    }
    assert.deepEqual(records, ids);
    assert.deepEqual(await told('member', after, `&record=person&row=${ids[1]}`), ['created']);
    assert.deepEqual(await told('member', after, '&record=post,person'), Array(4).fill('created'));
  });

  it('begins at a time', async () => {
    const since = Date.now();
    const id = await make(app.root, '/v1/person', { name: 'later' });
    const { items } = await member.read<Changes>(`/v1/changes?since=${since}`);
    assert.deepEqual(items.map(({ row: record }) => record).slice(-1), [id]);
    assert.deepEqual((await member.read<Changes>(`/v1/changes?since=${Date.now() + 1000}`)).items, []);
  });

  it('begins, once older changes are erased, behind the last of them in the order of commits', async () => {
    const cursors: string[] = [];
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      ids.push(await make(app.root, '/v1/person', { name }));
      cursors.push(await end());
    }
    const bound = Date.now() - 1000;
    for (const [index, minutes] of [120, 10, 30].entries())
      await app.behind(
        `update quire_change set time = ? where collection = 'person' and record_id = ?`,
        bound - minutes * 60_000,
        ids[index],
      );
    const [one, two, three] = cursors;
    const { changes } = app.server.store;
    const answers = () =>
      Promise.all(
        [one, two, three].map(async (cursor) => {
          const { status, body } = await app.root.get(`/v1/changes?after=${cursor}`);
          return status === 200 ? (body as Changes).items.map(({ row }) => row) : status;
        }),
      );
    const whole = [ids.slice(1), ids.slice(2), ids.slice(3)];
    await changes.moveStart(bound - 121 * 60_000);
    assert.deepEqual(await answers(), whole, 'nothing is that old');
    await changes.moveStart(bound - 10 * 60_000);
    assert.deepEqual(
      await answers(),
      [410, 410, ids.slice(3)],
      'three is older than two, and was committed later',
    );
    await changes.moveStart(bound);
    assert.deepEqual(await answers(), [410, 410, ids.slice(3)]);
  });

  it('tells by its cursors nothing of what is not seen', async () => {
    const next = async (query = '') => (await app.nobody.read<Changes>(`/v1/changes${query}`)).next;
    const [first, second] = [await next(), await next()];
    assert.notEqual(first, second, 'a new one is no sign of a change');
    await make(owner, '/v1/post', { title: 'a draft' });
    for (const after of [first, second])
      assert.deepEqual((await app.nobody.read<Changes>(`/v1/changes?after=${after}`)).items, []);
    const changed = `${first.slice(0, 20)}${first[20] === 'A' ? 'B' : 'A'}${first.slice(21)}`;
    assert.deepEqual(await app.nobody.outcome(`GET /v1/changes?after=${changed}`), [400, 10030]);
  });

  it('refuses what it cannot read', async () => {
    const cursor = await end();
    for (const [query, status, code] of [
      ['after=x', 400, 10030],
      ['after=AAAAAAAAAAAAAAAAAAAAAA', 400, 10030],
      [`after=${cursor.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))}`, 400, 10030],
      [`after=${cursor}&since=1`, 400, 10030],
      ['since=-1', 400, 10030],
      ['since=8640000000000001', 400, 10030],
      ['since=9223372036854775808', 400, 10030],
      ['since=0', 410, 10028],
      ['collection=nothing', 400, 10030],
      ['collection=quire_user', 400, 10030],
      ['row=1', 400, 10030],
      ['collection=post,person&row=1', 400, 10030],
      ['collection=post&row=x', 400, 10030],
      ['count=0', 400, 10030],
      ['other=1', 400, 10030],
    ] as const)
      assert.deepEqual(await member.outcome(`GET /v1/changes?${query}`), [status, code], query);
    const wrong = await app.as(`${member.access}x`).get('/v1/changes');
    assert.deepEqual([wrong.status, wrong.body.code], [422, 10040]);
  });

  it('tells nothing of what was undone', async () => {
    const after = await end();
    const refused = await app.root.ask('POST /v1/person/bulk', {
      items: [
        { action: 'create', values: { name: 'kept?' } },
        { action: 'create', values: { name: 5 } },
      ],
    });
    assert.equal(refused.status, 400);
    await app.root.done('POST /v1/person?dry_run=true', { name: 'tried' });
    assert.deepEqual(await told('root', after), []);
  });

  it('lets go of what it kept of a purged record', async () => {
    const after = await end();
    const id = await make(owner, '/v1/post', { title: 'secret title' });
    await app.root.done(`DELETE /v1/post/${id}`);
    const kept = () =>
      app.database.look(`select states from quire_change where collection = 'post' and record_id = ${id}`);
    assert.match(JSON.stringify(await kept()), /create_user_id/);
    await app.root.done(`DELETE /v1/post/trash/${id}`);
    assert.doesNotMatch(JSON.stringify(await kept()), /create_user_id/);
    assert.deepEqual(await told('owner', after), [], 'who may learn of it is no longer known');
    assert.deepEqual(await told('root', after), ['created', 'deleted']);
  });

  it('finds a rare change behind a thousand others, and none where there is none', async () => {
    const after = await end();
    const others = (many: number) =>
      app.database.change(
        `insert into quire_change (batch, collection, record_id, action, user_id, time) values ${Array.from(
          { length: many },
          () => `(7, 'person', 1, 'update', 1, ${Date.now()})`,
        ).join(', ')}`,
      );
    await others(1500);
    const id = await make(app.root, '/v1/note', { words: 'rare' });
    await others(1500);
    const page = await app.root.read<Changes>(`/v1/changes?after=${after}&record=note&row=${id}`);
    assert.deepEqual(
      page.items.map(({ event, row }) => [event, row]),
      [['created', id]],
    );
    assert.equal(page.more, true);
    const none = await app.root.read<Changes>(`/v1/changes?after=${page.next}&record=note`);
    assert.deepEqual([none.items, none.more], [[], false]);
    await make(app.root, '/v1/note', { words: 'next' });
    assert.equal(
      (await app.root.read<Changes>(`/v1/changes?after=${none.next}&record=note`)).items.length,
      1,
    );
  });

  it('begins with the first change to be seen of those since a time, whichever was begun first', async () => {
    const ids = [
      await make(app.root, '/v1/note', { words: 'late' }),
      await make(app.root, '/v1/note', { words: 'long' }),
    ];
    await end(); // they have their places
    const since = Date.now() + 1000;
    const at = (id: number | undefined, time: number) =>
      app.database.change(
        `update quire_change set time = ? where collection = 'note' and record_id = ?`,
        time,
        id,
      );
    await at(ids[0], since + 60_000);
    await at(ids[1], since);
    const { items } = await app.root.read<Changes>(`/v1/changes?since=${since}`);
    assert.deepEqual(
      items.map(({ row }) => row),
      ids,
    );
  });
});
