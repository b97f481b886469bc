// About every feature: it sets a bound of imports.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/crowd' });

/** How many statements a list runs off the event loop. */
async function readsOff(path: string, { server, nobody } = app): Promise<number> {
  const { longReads } = server.store.database;
  const { all } = longReads;
  let count = 0;
  longReads.all = (statement) => {
    count += 1;
    return all.call(longReads, statement);
  };
  await nobody.read(path);
  longReads.all = all;
  return count;
}
const isOff = async (path: string) => (await readsOff(path)) > 0;

const search = 'filter[body][contains]=z';

describe('a list that scans', () => {
  it('stays on the event loop while the collection is small', async () => {
    await app.root.make('/v1/article', { title: 'short', body: 'short' });
    assert.equal(await isOff(`/v1/article?${search}`), false);
    assert.equal(await isOff('/v1/article?sort=title'), false);
  });

  it('is read off it when its few records hold long texts', async () => {
    for (let index = 0; index < 5; index += 1)
      await app.root.make('/v1/article', { body: 'a'.repeat(600_000) });
    assert.equal(await isOff(`/v1/article?${search}&fields=id`), true);
    assert.equal(await isOff('/v1/article?q=word&fields=title'), true);
    assert.equal(await isOff(`/v1/article?filter[related][body][contains]=z`), true);
    assert.equal(await isOff('/v1/article?count=2'), false, 'the index of ids serves it');
  });
});

describe('a list of a collection with many deleted records', () => {
  it('is read off the event loop, and so is its count', async () => {
    await app.root.make('/v1/note', { title: 'first' });
    assert.equal(await isOff('/v1/note'), false);
    await app.behind(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 20100)
      insert into note (title, create_time, create_user_id, update_time, update_user_id, delete_time, delete_user_id, is_deleted)
      select 'gone', 1, 1, 1, 1, 2, 1, 1 from n`);
    await app.root.make('/v1/note', { title: 'last' });
    const again = await freshApp({ ...app.settings, contentDir: 'test/content/crowd' });
    assert.equal(await readsOff('/v1/note', again), 2);
    assert.equal((await again.nobody.list('/v1/note')).length, 2);
  });
});
