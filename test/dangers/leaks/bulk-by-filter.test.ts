import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { bulksOf } from '../../support/records/bulk.ts';

// Changes by filter × collections with and without drafts × languages: nothing of them shows records beyond the caller's sight.

const app = await freshApp({ contentDir: 'test/content/bulk-sight', locales: readLocales('zh,en') ?? [] });
const { root } = app;
const ALL = { letter: 'letter.all', sheet: 'sheet.all' } as const;
let count = 0;

/** A record whose text in either language begins with a mark. */
async function record(path: string, mark: string, state: 'open' | 'closed') {
  const id = await root.make(path, { title: `${mark} ${state} zh`, state });
  await root.done(`PATCH ${path}/${id}?locale=en`, { title: `${mark} ${state} en` });
  return id;
}

for (const [name, permission] of Object.entries(ALL))
  for (const locale of ['zh', 'en'])
    describe(`changes of each ${name} by filter, in the language ${locale}`, () => {
      const path = `/v1/${name}`;
      const version = name === 'sheet' ? '&version=draft' : '';
      const narrowings: Record<string, (mark: string, id: number) => string> = {
        'a filter': (mark) => `filter[title][starts]=${mark}`,
        'a choice': (mark) => `filter[or][0][title][starts]=${mark}&filter[or][1][title][eq]=${mark}`,
        'the state': (mark) => `filter[title][contains]=${mark}&filter[state][in]=open,closed`,
        words: (mark) => `q=${mark}`,
        ids: (_, id) => `filter[id][in]=${id - 1},${id}`,
      };
      for (const [what, narrow] of Object.entries(narrowings))
        it(`by ${what} find, count and report records in sight alone`, async () => {
          const mark = `mark${++count}x`;
          const open = await record(path, mark, 'open');
          const closed = await record(path, mark, 'closed');
          const bulks = bulksOf(await app.person());
          const query = `locale=${locale}&${narrow(mark, closed)}`;
          const change = { action: 'update', set: { title: 'changed' } } as const;
          const miscounted = await bulks.begin(path, query, { ...change, expected: 2 });
          assert.deepEqual([miscounted.status, miscounted.headers['x-total-count']], [409, '1']);
          for (const dry_run of [true, false]) {
            const done = await bulks.run(path, query, { ...change, expected: 1, dry_run });
            assert.deepEqual([done.total, done.updated, done.refused], [1, 1, 0]);
            const told = (await bulks.report(done.id)).map(({ id, outcome }) => [id, outcome]);
            assert.deepEqual(told, [[open, 'updated']]);
            if (dry_run) continue;
            const undone = await bulks.undo(done.id);
            assert.deepEqual([undone.restored, undone.kept], [1, 0]);
          }
          const { text } = await root.get(`${path}/${closed}?locale=${locale}${version}`);
          assert.ok(text.includes(`${mark} closed`));
        });

      for (const action of ['update', 'delete'] as const)
        it(`are undone (${action}) without a word about records that left the caller's sight`, async () => {
          const mark = `mark${++count}x`;
          const holder = await app.granted(permission);
          const bulks = bulksOf(holder);
          const ids = [await record(path, mark, 'closed'), await record(path, mark, 'closed')];
          const query = `locale=${locale}&filter[title][starts]=${mark}`;
          const set = action === 'update' ? { set: { title: 'changed' } } : {};
          const { id } = await bulks.run(path, query, { action, ...set, expected: 2 });
          await root.done(`PUT /cms/admin/user/${holder.id}`, { group_ids: [] });
          if (action === 'update') await root.done(`PATCH ${path}/${ids[0]}`, { title: 'later' });
          else await root.done(`POST ${path}/trash/${ids[0]}/restore`);
          const undone = await bulks.undo(id);
          assert.deepEqual([undone.restored, undone.kept], [0, 2]);
          const kept = (await bulks.report(id)).filter(({ outcome }) => outcome === 'kept');
          assert.equal(new Set(kept.map(({ reason }) => reason)).size, 1, JSON.stringify(kept));
          assert.ok(!JSON.stringify(kept).includes(mark));
        });
    });
