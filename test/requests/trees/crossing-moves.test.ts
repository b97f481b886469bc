import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemContext } from '../../../server/records/store/write-context.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/trees' });
const { root } = app;

describe('two moves that cross', () => {
  const PAIRS = 8;

  for (const [how, request] of [
    ['PATCH', (id: number, on: number) => root.patch(`/v1/stem/${id}`, { on })],
    [
      'a move in the order',
      (id: number, on: number) => root.post(`/v1/stem/${id}/move`, { within: on, to: 'last' }),
    ],
  ] as const)
    it(`by ${how} wait for each other: one is done, the other refused, and none begins anew`, async () => {
      const { tried } = await import('../../content/trees/stem.ts'); // now that the server knows where quire is
      tried.length = 0;
      const stem = (name: string) => root.make('/v1/stem', { name });
      const pairs: (readonly [number, number])[] = [];
      for (let pair = 0; pair < PAIRS; pair += 1) pairs.push([await stem('a'), await stem('b')]);
      for (const [a, b] of pairs) {
        const statuses = (await Promise.all([request(a, b), request(b, a)])).map(({ status }) => status);
        assert.deepEqual(statuses.toSorted(), [200, 400]);
      }
      assert.equal(tried.length, 2 * PAIRS);
    });

  it('by undo wait for each other, too, and none begins anew', async () => {
    const { tried } = await import('../../content/trees/stem.ts');
    const [one, other] = [await app.person(), await app.person()];
    const stem = (name: string) => root.make('/v1/stem', { name });
    /** Moves a stem to the top and then changes another one, which an undo does first. */
    const moveUp = async (by: Client, id: number) => {
      const items = [
        { action: 'update', id, values: { on: null } },
        { action: 'update', id: await stem('c'), values: { name: 'd' } },
      ];
      const { status, headers } = await by.post('/v1/stem/bulk', { items });
      assert.equal(status, 200);
      return { request: String(headers['x-request-id']), expected: 2 };
    };
    tried.length = 0;
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const [a, b] = [await stem('a'), await stem('b')];
      await root.done(`PATCH /v1/stem/${a}`, { on: b });
      const first = await moveUp(one, a);
      await root.done(`PATCH /v1/stem/${b}`, { on: a });
      const second = await moveUp(other, b);
      const undos = [one.post('/cms/undo', first), other.post('/cms/undo', second)];
      const done = (await Promise.all(undos)).map(({ status }) => status);
      assert.deepEqual(done.toSorted(), [201, 409], 'the second would close a circle');
    }
    const changes = 6;
    const undone = 2 + 3; // what cannot be done is tried once more, after all else
    assert.equal(tried.length, (changes + undone) * PAIRS);
  });
});

if (!app.server.store.database.engine.isSerial)
  it('a move of a record that the caller may not change waits for nobody, and lets nobody wait', async () => {
    const { store } = app.server;
    const room = (name: string) => root.make('/v1/room', { name });
    await room('the first one'); // members may change rooms below it
    const [closed, place] = [await room('closed'), await room('place')];
    const stranger = await app.person();
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = store.write(systemContext('test'), async (writes) => {
      await writes.find(store.catalogue.get('room'), BigInt(closed));
      held.resolve();
      await release.promise;
    });
    await held.promise;
    try {
      assert.equal((await stranger.patch(`/v1/room/${closed}`, { within: place })).status, 404);
    } finally {
      release.resolve();
      await writing;
    }
  });
