import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine, Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/guests', sampleData: true });
const bob = await app.person();

const historyOf = (id: number) => app.root.list<Revision>(`/v1/entry/${id}/history`);

describe('a public route', () => {
  it('knows a caller with a token: the record is their own, in history and log too', async () => {
    const id = await bob.make('/v1/entry', { words: 'by bob' });
    await bob.done(`PATCH /v1/entry/${id}`, { words: 'changed by bob' });
    const [, created] = await historyOf(id);
    assert.deepEqual(created?.user, { id: bob.id, username: bob.username });
    const told = await app.nobody.list<Revision>(`/v1/entry/${id}/history`);
    assert.deepEqual(
      told.map(({ user }) => user),
      [null, null],
    );
    await bob.done(`DELETE /v1/entry/${id}`);
    const [line] = await app.root.list<LogLine>('/cms/log?count=1');
    assert.equal(line?.username, bob.username);
  });

  it('tells callers without a name from the server', async () => {
    const id = await app.nobody.make('/v1/entry', { words: 'by nobody' });
    assert.deepEqual((await historyOf(id))[0]?.user, { id: 0, username: 'anonymous' });
    assert.deepEqual((await historyOf(1))[0]?.user, { id: -1, username: 'system' });
    assert.equal((await bob.patch(`/v1/entry/${id}`, { words: 'x' })).status, 404);
  });

  for (const base of ['', '/lin2', '/lin3']) {
    it(`of ${base}/ refuses a write with a token that is not good, and reads without looking at it`, async () => {
      const stranger = app.as('no.good.token');
      const before = await app.root.list('/v1/entry');
      for (const request of ['POST /v1/entry', 'DELETE /v1/entry/1'])
        assert.ok(
          [401, 422].includes((await stranger.ask(request.replace(' ', ` ${base}`), { words: 'x' })).status),
        );
      assert.deepEqual(await app.root.list('/v1/entry'), before);
      assert.equal((await stranger.get(`${base}/v1/entry/1`)).status, 200);
      const credentials = { username: bob.username, password: bob.password };
      assert.equal((await stranger.post(`${base}/cms/user/login`, credentials)).status, 200);
    });
  }
});
