import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { importsInto } from '../support/records/imports.ts';

const app = await freshApp({ contentDir: 'test/content/named' });
const member = await app.person();

const tagIds: number[] = [];
for (const [slug, year] of [
  ['drama', 1999],
  ['war', 2001],
])
  tagIds.push(await app.root.make('/v1/tag', { slug, year, code: `c-${slug}`, words: 'same' }));
const [drama = 0, war = 0] = tagIds;

const clips = importsInto(app, '/v1/clip');
const clip = async (title: string) =>
  (await app.root.list<Record<string, unknown>>(`/v1/clip?filter[title][eq]=${title}`))[0];

describe('an import that names the records it refers to', () => {
  it('takes a unique field of theirs, in every form', async () => {
    const csv = await clips.run('format=csv', 'title,tag.slug,tags.year\na,drama,"[2001,1999]"\nb,,[]\n');
    assert.deepEqual([csv.created, csv.refused], [2, 0]);
    const lines = '{"title":"c","tag":{"year":2001},"tags":[{"slug":"war"},{"code":"c-drama"}]}';
    assert.equal((await clips.run('format=jsonl', lines)).created, 1);
    const records = [await clip('a'), await clip('b'), await clip('c')];
    assert.deepEqual(
      records.map((record) => [record?.tag, record?.tags]),
      [
        [drama, [war, drama]],
        [null, []],
        [war, [war, drama]],
      ],
    );
  });

  it('may name records of its own kind, above them in the file', async () => {
    const { created } = await clips.run(
      '',
      'title,part_of.title\nroot,\nbranch,root\nleaf,branch\nlate,never\n',
    );
    assert.equal(created, 3);
    assert.equal((await clip('leaf'))?.part_of, (await clip('branch'))?.id);
    assert.equal((await clip('branch'))?.part_of, (await clip('root'))?.id);
    const twice = await clips.run('key=title', 'title,part_of.title\nleaf,root\n');
    assert.deepEqual([twice.updated, (await clip('leaf'))?.part_of], [1, (await clip('root'))?.id]);
  });

  it('says of each record which name means none', async () => {
    const names = [{ slug: 'none' }, { year: 'x' }, { words: 'same' }, { slug: 'a', year: 1 }, {}];
    const lines = names.map((tag, place) => JSON.stringify({ title: `bad${place}`, tag })).join('\n');
    const { id, created, refused } = await clips.run('format=jsonl', lines);
    assert.deepEqual([created, refused], [0, names.length]);
    const problems = (await clips.report(id)).map((record) => Object.keys(record.problems as object).join());
    assert.deepEqual(
      problems,
      names.map(() => 'tag'),
    );
  });

  it('takes more names than one statement holds', async () => {
    const names = (record: number) =>
      Array.from({ length: 90 }, (_, place) => ({ slug: `n${record}-${place}` }));
    const lines = Array.from({ length: 400 }, (_, record) =>
      JSON.stringify({ title: `many${record}`, tags: names(record) }),
    );
    const { state, created, refused } = await clips.run('format=jsonl', lines.join('\n'));
    assert.deepEqual([state, created, refused], ['done', 0, 400]);
  });

  it('refuses a file whose columns name no unique field', async () => {
    for (const column of ['tag.words', 'tag.', 'title.slug', 'id.slug', 'none.slug']) {
      const { status, body } = await clips.begin('format=csv', `title,${column}\na,b\n`);
      assert.equal(status, 400, column);
      assert.ok(column in (body as unknown as { fields: object }).fields, column);
    }
    assert.equal((await clips.begin('', 'title,tag,tag.slug\na,1,drama\n')).status, 400);
  });

  it('finds only what the caller may see', async () => {
    const mine = importsInto(app, '/v1/clip', member.access);
    const own = await member.make('/v1/tag', { slug: 'mine' });
    const lines = [{ slug: 'drama' }, { code: 'c-drama' }, { slug: 'mine' }];
    const text = lines.map((tag, place) => JSON.stringify({ title: `m${place}`, tag })).join('\n');
    const { id, created } = await mine.run('format=jsonl', text);
    assert.equal(created, 1);
    assert.equal((await clip('m2'))?.tag, own);
    const [hidden, closed] = await mine.report(id);
    assert.match(JSON.stringify(hidden?.problems), /drama/);
    assert.doesNotMatch(JSON.stringify(closed?.problems), /code/);
  });
});
