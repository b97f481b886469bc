import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change } from '../../support/bodies.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { until } from '../../support/until.ts';

interface Event {
  readonly id: string | undefined;
  readonly data: Change | undefined;
}

const app = await freshApp({ contentDir: 'test/content/rules', changeListeners: 6 });
const [owner, member] = [await app.person(), await app.person()];
const base = await app.server.app.listen({ host: '127.0.0.1', port: 0 });

/** An open stream: its events one after the other, undefined once the server has ended it. */
async function listen({ token, query = '', last }: { token?: string; query?: string; last?: string } = {}) {
  const headers = {
    accept: 'text/event-stream',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(last && { 'last-event-id': last }),
  };
  const hangUp = new AbortController();
  const answer = await fetch(`${base}/v1/changes${query}`, { headers, signal: hangUp.signal });
  if (answer.status !== 200) return { status: answer.status, next: async () => undefined, close() {} };
  assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
  const frames = framesOf(answer);
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const { value, done } = await frames.next();
      if (done) return undefined;
      if (value.data) return value;
    }
  };
  const begun = (await frames.next()).value as Event;
  return { status: 200, begun: begun.id, next, close: () => hangUp.abort() };
}

async function* framesOf(answer: Response): AsyncGenerator<Event, undefined> {
  let text = '';
  for await (const bytes of answer.body ?? []) {
    text += Buffer.from(bytes).toString();
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
      const data = line('data');
      yield { id: line('id'), data: data === undefined ? undefined : JSON.parse(data) };
    }
  }
}

const { program } = keysOf(app);
const impersonation = async (by: Pick<FreshApp['root'], 'done'> = app.root) =>
  (await by.done<{ access_token: string }>('POST /cms/access/impersonation', { user_id: member.id }))
    .access_token;
const make = async (client: Pick<FreshApp['root'], 'make'>, path: string, body: object) =>
  client.make(path, body);

describe('a stream of changes', () => {
  it('asks proxies to pass each event on at once, unchanged', async () => {
    const { headers } = await app.request('HEAD', '/v1/changes', {
      headers: { accept: 'text/event-stream' },
    });
    assert.deepEqual(
      [headers['cache-control'], headers['x-accel-buffering']],
      ['no-store, no-transform', 'no'],
    );
  });
  it('tells each caller what they may see, as it happens', async () => {
    const [mine, others] = [await listen({ token: owner.access }), await listen()];
    const post = await make(owner, '/v1/post', { title: 'one' });
    assert.equal((await mine.next())?.data?.row, post);
    await app.root.done(`PATCH /v1/post/${post}`, { state: 'published' });
    assert.equal((await mine.next())?.data?.event, 'updated');
    const seen = (await others.next())?.data;
    assert.deepEqual([seen?.event, seen?.row], ['entered', post]);
    mine.close();
    others.close();
  });

  it('resumes behind the last event, and behind its beginning', async () => {
    const first = await listen({ query: '?record=person' });
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push(await make(app.root, '/v1/person', { name }));
    const one = await first.next();
    first.close();
    assert.equal(one?.data?.row, ids[0]);
    const second = await listen({ query: '?record=person', last: one?.id ?? '' });
    assert.deepEqual([(await second.next())?.data?.row, (await second.next())?.data?.row], ids.slice(1));
    second.close();
    const third = await listen({ query: '?record=person', last: first.begun ?? '' });
    assert.equal((await third.next())?.data?.row, ids[0]);
    third.close();
  });

  it('tells a caller what became theirs, and nothing more once it is not', async () => {
    const stream = await listen({ token: member.access, query: '?record=post' });
    await make(owner, '/v1/post', { title: 'unseen' });
    const shown = await make(app.root, '/v1/post', { title: 'shown', state: 'published' });
    assert.equal((await stream.next())?.data?.row, shown);
    const editors = await app.groupWith('post.edit');
    await app.behind(`insert into quire_membership (user_id, group_id) values (${member.id}, ${editors})`);
    const seen = await make(owner, '/v1/post', { title: 'seen' });
    assert.equal((await stream.next())?.data?.row, seen);
    await app.behind(`delete from quire_membership where user_id = ${member.id} and group_id = ${editors}`);
    await make(owner, '/v1/post', { title: 'unseen again' });
    const open = await make(app.root, '/v1/post', { title: 'open', state: 'published' });
    assert.equal((await stream.next())?.data?.row, open);
    stream.close();
  });

  it('ends with the session', async () => {
    const { access } = await app.signIn(member.username);
    const stream = await listen({ token: access });
    await app.as(access).done('POST /cms/user/logout');
    await make(app.root, '/v1/person', { name: 'after the end' });
    assert.equal(await stream.next(), undefined);
    assert.equal((await listen({ token: access })).status, 422);
  });

  /** Ways in, and how each ends; the last ones end by the clock, and nothing is written. */
  const ends: Readonly<Record<string, () => Promise<{ token: string; end(): Promise<unknown> }>>> = {
    'a deactivation': async () => {
      const one = await app.person();
      return { token: one.access, end: () => app.root.done(`DELETE /cms/admin/user/${one.id}/activation`) };
    },
    'a deletion': async () => {
      const one = await app.person();
      return { token: one.access, end: () => app.root.done(`DELETE /cms/admin/user/${one.id}`) };
    },
    'a new password': async () => {
      const one = await app.person();
      const body = { new_password: 'another horse 2', confirm_password: 'another horse 2' };
      return { token: one.access, end: () => app.root.done(`PUT /cms/admin/user/${one.id}/password`, body) };
    },
    'a revoked key': async () => {
      const made = await program();
      return { token: made.key, end: () => app.root.done(`DELETE /cms/key/${made.id}`) };
    },
    'an impersonation that is ended': async () => {
      const token = await impersonation();
      return { token, end: () => app.root.done('DELETE /cms/access/impersonation') };
    },
    'the session behind an impersonation': async () => {
      const { access } = await app.signIn('root');
      return {
        token: await impersonation(app.as(access)),
        end: () => app.as(access).done('POST /cms/user/logout'),
      };
    },
    'a key whose time is over': async () => {
      const expire_time = Date.now() + 2000;
      const { key } = await program({ expire_time });
      return { token: key, end: () => until(() => Date.now() > expire_time) };
    },
  };
  for (const [what, open] of Object.entries(ends))
    it(`ends by ${what}`, async () => {
      const { token, end } = await open();
      const stream = await listen({ token, query: '?record=person' });
      const before = await make(app.root, '/v1/person', { name: 'before' });
      const first = (await stream.next())?.data?.row;
      assert.ok(first === before || what.endsWith('is over'), 'told while it lasts'); // on a slow machine it may be over
      await end();
      await make(app.root, '/v1/person', { name: 'after the end' });
      assert.equal(await stream.next(), undefined);
      assert.ok([401, 422].includes((await listen({ token })).status));
    });

  it('tells nothing more of what a membership showed, once its time is over', async () => {
    const one = await app.person();
    const stream = await listen({ token: one.access, query: '?record=post' });
    const over = Date.now() + 2000;
    const editors = await app.groupWith('post.edit');
    await app.root.done(`PUT /cms/admin/user/${one.id}/memberships/${editors}`, { until: over });
    const seen = await make(owner, '/v1/post', { title: 'seen' });
    await until(() => Date.now() > over);
    await make(owner, '/v1/post', { title: 'unseen again' });
    const open = await make(app.root, '/v1/post', { title: 'open', state: 'published' });
    const first = (await stream.next())?.data?.row;
    const second = first === seen ? (await stream.next())?.data?.row : first; // a slow machine comes too late for the first
    assert.equal(second, open);
    stream.close();
  });

  it('has a limit, and half of it for one network', async () => {
    const open = [await listen(), await listen(), await listen()];
    assert.equal((await listen()).status, 429);
    open[0]?.close();
    for (;;) {
      const again = await listen();
      if (again.status === 200) {
        again.close();
        break;
      }
    }
    for (const one of open) one.close();
  });

  it('refuses what cannot be read', async () => {
    for (const [asked, status] of [
      [{ last: 'x' }, 400],
      [{ query: '?since=0' }, 410],
      [{ query: '?record=nothing' }, 400],
      [{ token: 'x' }, 422],
    ] as const)
      assert.equal((await listen(asked)).status, status, JSON.stringify(asked));
  });

  it('ends when the server stops', async () => {
    const stream = await listen();
    await app.server.app.close();
    assert.equal(await stream.next(), undefined);
  });
});
