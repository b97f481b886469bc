import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operatorDoor } from '../../server/access/operator.ts';
import { done, success } from '../../server/access/write-result.ts';
import { seed } from '../../server/project/seed.ts';
import { makeSeedFiles } from '../../server/project/seed-files.ts';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/projects/festival/content' });
const { store, project, takeFile } = app.server;
const files = makeSeedFiles(project.root, takeFile?.(false), false);

async function seeded(changes: Partial<typeof project> = {}): Promise<string[]> {
  const lines: string[] = [];
  await operatorDoor(store, 'seed').write(async (writes) => {
    lines.length = 0;
    await seed(writes, { ...project, ...changes }, files, (line) => lines.push(line));
    return done(success.done, 'seeded');
  });
  return lines;
}

const genres = () => app.root.list<{ id: number; slug: string; name: string; broader: number }>('/v1/genre');
const films = () => app.root.list<{ id: number; title: string; genre: number; moods: number[] }>('/v1/film');
const groupNamed = async (name: string) =>
  (await app.root.list<{ id: number; name: string }>('/cms/admin/group?count=100')).find(
    (one) => one.name === name,
  );
const permissionsOf = async (name: string) =>
  (
    await app.root.read<{ permissions: { name: string }[] }>(
      `/cms/admin/group/${(await groupNamed(name))?.id}`,
    )
  ).permissions
    .map((one) => one.name)
    .sort();

describe('a seed', () => {
  it('makes groups, service users and records that name each other', async () => {
    assert.deepEqual(await seeded(), [
      'group curators: created',
      'group editors: created',
      'service user ticketing: created',
      'genre: 2 created, 0 updated, 0 left alone',
      'film: 2 created, 0 updated, 0 left alone',
    ]);
    const [drama, noir] = (await genres()).toSorted((a, b) => a.slug.localeCompare(b.slug));
    assert.equal(noir?.broader, drama?.id);
    const lake = (await films()).find(({ title }) => title === 'The Lake');
    assert.deepEqual([lake?.genre, lake?.moods], [noir?.id, [drama?.id, noir?.id]]);
    assert.deepEqual(await permissionsOf('editors'), ['Edit films']);
    const { status } = await app.logIn('ticketing', '');
    assert.ok(status >= 400);
  });

  it('keeps in step what says so, and leaves the rest to people', async () => {
    const noir = (await genres()).find(({ slug }) => slug === 'noir');
    await app.root.done(`PATCH /v1/genre/${noir?.id}`, { name: 'Changed' });
    const [gone, kept] = await films();
    await app.root.done(`DELETE /v1/film/${gone?.id}`);
    await app.root.done(`PATCH /v1/film/${kept?.id}`, { genre: null });
    const curators = await groupNamed('curators');
    const editors = await groupNamed('editors');
    for (const group of [curators, editors])
      await app.root.done('POST /cms/admin/permission/remove', {
        group_id: group?.id,
        permission_ids: await app.permissionIds('film.edit'),
      });
    assert.deepEqual(await seeded(), [
      'group curators: in step',
      'group editors: left alone',
      'service user ticketing: in step',
      'genre: 0 created, 1 updated, 1 left alone',
      'film: 0 created, 0 updated, 2 left alone',
    ]);
    assert.equal((await genres()).find(({ slug }) => slug === 'noir')?.name, 'Film noir');
    const left = await films();
    assert.deepEqual(
      left.map(({ id, genre }) => [id, genre]),
      [[kept?.id, null]],
    );
    assert.deepEqual(await permissionsOf('curators'), ['Edit films', 'Edit genres']);
    assert.deepEqual(await permissionsOf('editors'), []);
  });

  it('is refused as a whole where one thing cannot be, and says where', async () => {
    const before = [await genres(), await films()];
    const genreFile = { name: 'genre', file: 'fixtures/genres.ts' };
    const genre = (record: Record<string, unknown>) => ({
      collection: 'genre',
      key: 'slug',
      records: [{ slug: 'new', name: 'New' }, record],
    });
    const cases: [Partial<typeof project>, RegExp][] = [
      [
        { fixtures: [{ ...genreFile, defined: genre({ slug: 'bad', name: 'x', rank: -1 }) }] },
        /^fixtures\/genres\.ts: .*record 2, rank/,
      ],
      [
        { fixtures: [{ ...genreFile, defined: genre({ slug: 'bad', name: 'x', broader: { slug: 'no' } }) }] },
        /record 2, broader refers to slug 'no', which does not exist/,
      ],
      [
        { fixtures: [{ ...genreFile, defined: { collection: 'gener', key: 'slug', records: [] } }] },
        /there is no collection 'gener'; did you mean 'genre'\?/,
      ],
      [
        { fixtures: [{ ...genreFile, defined: { collection: 'genre', key: 'name', records: [] } }] },
        /key must be one of id, slug/,
      ],
      [
        { access: [{ name: 'g', file: 'access/g.ts', defined: { name: 'g', permissions: ['film.edti'] } }] },
        /^access\/g\.ts: group 'g': permission 'film.edti' does not exist; did you mean 'film.edit'\?/,
      ],
      [
        { access: [{ name: 'g', file: 'access/g.ts', defined: { name: 'root', permissions: [] } }] },
        /group 'root' is the server's own/,
      ],
      [
        { access: [{ name: 'u', file: 'access/u.ts', defined: { username: 'robot', groups: ['root'] } }] },
        /group 'root' does not exist/,
      ],
    ];
    for (const [changes, told] of cases) {
      const { message } = await seeded(changes).then(
        () => ({ message: 'nothing was refused' }),
        (error: Error) => error,
      );
      assert.match(message, told);
    }
    assert.deepEqual([await genres(), await films()], before);
  });
});
