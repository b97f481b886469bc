import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { RecordsScope } from '../../server/records/scope/collections-scope.ts';
import { systemContext } from '../../server/records/store/write-context.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { callOf, openClient } from '../support/library-client.ts';

const { app, base, Quire } = await openClient('test/content/arranged');
const client = new Quire({ base });
const call = callOf(client);
const own = new RecordsScope(app.server.store.placeOf(systemContext('test'))).records;

before(() => client.signIn('root', PASSWORD));

/** A playlist with the tracks a, b and c. */
async function tracks() {
  const playlist = await app.root.make('/v1/playlist', { name: `list ${crypto.randomUUID()}`.slice(0, 40) });
  const ids: number[] = [];
  for (const title of 'abc') ids.push(await app.root.make('/v1/track', { title, playlist }));
  const titles = async () =>
    (await app.root.list(`/v1/track?filter[playlist][eq]=${playlist}`)).map(({ title }) => title).join('');
  return { ids, titles };
}

describe('a record is moved', () => {
  for (const [moved, to, expected] of [
    [2, { before: 0 }, 'cab'],
    [0, { after: 1 }, 'bac'],
    [2, { to: 'first' }, 'cab'],
    [0, { to: 'last' }, 'bca'],
  ] as const) {
    const asked = JSON.stringify(to);
    it(`by the client: ${asked}`, async () => {
      const { ids, titles } = await tracks();
      const [[name, value] = ['to', 'last']] = Object.entries(to);
      const where = { [name]: typeof value === 'number' ? String(ids[value]) : value };
      await call('track', 'move', String(ids[moved]), where);
      assert.equal(await titles(), expected);
    });

    it(`by own code: ${asked}`, async () => {
      const { ids, titles } = await tracks();
      const [[name, value] = ['to', 'last']] = Object.entries(to);
      const where = { [name]: typeof value === 'number' ? BigInt(ids[value] ?? 0) : value };
      await own.move('track', BigInt(ids[moved] ?? 0), where as { readonly to: 'first' | 'last' });
      assert.equal(await titles(), expected);
    });
  }

  it('by neither to a record of another list', async () => {
    const [one, other] = [await tracks(), await tracks()];
    const [id, far] = [one.ids[0] ?? 0, other.ids[0] ?? 0];
    await assert.rejects(call('track', 'move', String(id), { before: String(far) }), { status: 422 });
    await assert.rejects(own.move('track', BigInt(id), { before: BigInt(far) }));
    assert.deepEqual([await one.titles(), await other.titles()], ['abc', 'abc']);
  });
});
