import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineMigration } from '../../server/definitions/index.ts';
import {
  pendingMigrations,
  requireMigrated,
  runMigration,
  tryMigrations,
} from '../../server/project/data-migrations.ts';
import type { Revision } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/projects/festival/content' });
const { store, project } = app.server;
const FILMS = 1100;
const makeFilms = (titles: string[]) =>
  app.root.done('POST /v1/film/bulk', {
    items: titles.map((title) => ({ action: 'create', values: { title } })),
  });
await makeFilms(Array.from({ length: 1000 }, (_, index) => `The ${index}`));
await makeFilms(Array.from({ length: FILMS - 1000 }, (_, index) => `A ${index}`));

const count = async (filter: string) =>
  (await app.root.read<{ total: number }>(`/v1/film?count=1&total=true&${filter}`)).total;
const left = () => count('filter[sort_title][null]=true');

const withMigrations = (...migrations: ReturnType<typeof defineMigration>[]) => ({
  ...project,
  migrations: migrations.map((defined) => ({ defined, name: defined.name, file: `${defined.name}.ts` })),
});
let runs = 0;
const sortTitles = defineMigration({
  name: '2-sort-titles',
  collection: 'film',
  where: { sort_title: null },
  change: ({ id, title }) => {
    if (runs++ === 700) throw new Error('the power fails');
    return id % 100n === 0n ? undefined : { sort_title: String(title).replace(/^(A|The) /, '') };
  },
});
const addGenre = defineMigration({
  name: '1-add-genre',
  run: (records) => records.create('genre', { slug: 'none', name: 'None' }),
});
const pending = withMigrations(sortTitles, addGenre);

describe('data migrations', () => {
  it('count as done in a new database', async () => {
    assert.equal(project.migrations.length, 1);
    assert.deepEqual(await pendingMigrations(store.reads, project), []);
    await requireMigrated(store.reads, project);
  });

  it('stop the start while they are pending, in the order of their names', async () => {
    await assert.rejects(requireMigrated(store.reads, pending), /1-add-genre, 2-sort-titles\. Look at them/);
  });

  it('are tried out without a trace', async () => {
    runs = 701;
    const outcome = await tryMigrations(store, await pendingMigrations(store.reads, pending));
    assert.deepEqual(
      [...outcome],
      [
        ['1-add-genre', 0n],
        ['2-sort-titles', BigInt(FILMS - 11)],
      ],
    );
    assert.equal(await left(), FILMS);
    assert.equal((await app.root.list('/v1/genre')).length, 0);
  });

  it('go on behind the last batch after an interruption, and run once', async () => {
    runs = 0;
    const run = async () => {
      for (const one of await pendingMigrations(store.reads, pending))
        await runMigration(store, one, () => {});
    };
    await assert.rejects(run(), /the power fails/);
    assert.equal(await left(), FILMS - 495);
    await run();
    assert.equal(runs, 701 + FILMS - 500);
    assert.equal(await left(), 11);
    await run();
    assert.equal((await app.root.list('/v1/genre')).length, 1);
    assert.deepEqual(await pendingMigrations(store.reads, pending), []);
    const [film] = await app.root.list<{ id: number; sort_title: string }>('/v1/film?count=1');
    const [change] = await app.root.list<Revision>(`/v1/film/${film?.id}/history`);
    assert.equal(change?.request_id, 'migrate');
  });

  it('say which record cannot be changed, and change none of its batch', async () => {
    const broken = defineMigration({
      name: '3-broken',
      collection: 'film',
      change: ({ title }) => (title === 'The 7' ? { sort_title: 'x'.repeat(81) } : { sort_title: 'y' }),
    });
    await assert.rejects(
      runMigration(store, broken, () => {}),
      /3-broken: record \d+: .*sort_title/,
    );
    assert.equal(await count('filter[sort_title][eq]=y'), 0);
  });
});
