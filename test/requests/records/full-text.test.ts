import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wordsOf } from '../../../server/records/fulltext/words.ts';
import type { AnyRecord, ItemOf, Page, Revision } from '../../support/bodies.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { bulksOf } from '../../support/records/bulk.ts';
import { importsInto } from '../../support/records/imports.ts';

const app = await freshApp({ contentDir: 'test/content/search' });
const writer = await app.person();
const noteReader = await app.granted('article.note.read');
const memoReader = await app.granted('memo.read');
const entryReader = await app.granted('diary.entry.read');
const posts = importsInto(app, '/v1/post');
const bulks = bulksOf(writer);

let count = 0;
/** A word that no other record holds. */
const fresh = () => `qz${(++count).toString(36)}x`;
const search = (words: string, by: Client = writer, path = '/v1/article', more = '') =>
  by.read<Page<AnyRecord<{ title: string }>>>(`${path}?count=50&search=${encodeURIComponent(words)}${more}`);
const ids = async (...asked: Parameters<typeof search>) => (await search(...asked)).items.map(({ id }) => id);
const everywhere = async (words: string, by: Client = writer, more = '') =>
  by.list<ItemOf<'GET /v1/search'>>(`/v1/search?q=${encodeURIComponent(words)}${more}`);

describe('who finds what', () => {
  it('keeps to fields that the caller may read, on every path', async () => {
    const word = fresh();
    const parent = await writer.make('/v1/article', { title: 'parent', note: null });
    const id = await app.root.make('/v1/article', { title: 'plain', note: `a ${word}`, parent_id: parent });
    const at = `search=${word}`;
    for (const [who, person, sees] of [
      ['the writer', writer, false],
      ['a reader of notes', noteReader, true],
      ['the super administrator', app.root, true],
    ] as const) {
      const page = await person.read<Page<AnyRecord<{ title: string }>>>(
        `/v1/article?${at}&total=true&highlight=true`,
      );
      assert.deepEqual(
        [who, page.items.map((record) => record.id), page.total],
        [who, sees ? [id] : [], sees ? 1 : 0],
      );
      assert.deepEqual(Object.keys(page.highlights?.[0] ?? {}), sees ? ['note'] : []);
      const sorted = await person.read<Page<AnyRecord<{ title: string }>>>(
        `/v1/article?${at}&sort=title&total=true`,
      );
      assert.deepEqual([sorted.items.length, sorted.total], sees ? [1, 1] : [0, 0]);
      const groups = await person.read<{ items: { count: number }[] }>(`/v1/article/aggregate?${at}`);
      assert.equal(groups.items[0]?.count ?? 0, sees ? 1 : 0);
      const { text } = await person.get(`/v1/article/export?format=jsonl&${at}`);
      assert.equal(text.includes('plain'), sees, who);
      assert.deepEqual(
        (await everywhere(word, person)).map((one) => one.id),
        sees ? [id] : [],
      );
    }
    assert.equal((await app.nobody.get(`/v1/article?${at}`)).status, 401);
  });

  it('keeps to records that the caller may read, and counts no others', async () => {
    const word = fresh();
    const seen = await app.root.make('/v1/article', { title: `${word} live` });
    const hidden = await app.root.make('/v1/article', { title: `${word} hidden`, status: 'hidden' });
    assert.deepEqual(await ids(word), [seen]);
    assert.equal((await search(word, writer, '/v1/article', '&total=true')).total, 1);
    assert.deepEqual(await ids(word, app.root), [hidden, seen]);
    assert.equal(
      (await writer.read<Page<AnyRecord<{ title: string }>>>(`/v1/article?search=${word}&count=1`)).next,
      null,
    );
    await app.root.done(`PATCH /v1/article/${hidden}`, { status: 'live' });
    assert.deepEqual(await ids(word), [hidden, seen]);
  });

  it('looks through the collections that the caller may read', async () => {
    const word = fresh();
    await app.root.make('/v1/article', { title: word });
    await app.root.make('/v1/post', { title: word });
    await app.root.make('/v1/memo', { text: word });
    for (const [who, person, records] of [
      ['nobody', app.nobody, ['post']],
      ['the writer', writer, ['article', 'post']],
      ['a reader of memos', memoReader, ['article', 'memo', 'post']],
      ['the super administrator', app.root, ['article', 'memo', 'post']],
    ] as const)
      assert.deepEqual(
        [who, (await everywhere(word, person)).map(({ record }) => record).sort()],
        [who, records],
      );
    for (const name of ['memo', 'quire_user', 'nonsense']) {
      const { status, body } = await writer.get<{ fields: object }>(`/v1/search?q=x&records=post,${name}`);
      assert.deepEqual([name, status, Object.keys(body.fields)], [name, 400, ['records']]);
    }
    assert.deepEqual(
      (await everywhere(word, app.root, '&records=post')).map(({ record }) => record),
      ['post'],
    );
  });

  it('has no search for those who may read no searched field', async () => {
    const word = fresh();
    const day = await app.root.make('/v1/diary', { day: 'today', entry: word });
    for (const [who, person, sees] of [
      ['the writer', writer, false],
      ['a reader of entries', entryReader, true],
    ] as const) {
      const { status } = await person.get(`/v1/diary?search=${word}`);
      assert.deepEqual([who, status], [who, sees ? 200 : 400]);
      const found = await everywhere(word, person);
      assert.deepEqual(
        found.map(({ id }) => id),
        sees ? [day] : [],
      );
      assert.equal((await person.get(`/v1/search?q=x&records=diary`)).status, sees ? 200 : 400);
    }
  });

  it('refuses what cannot be searched', async () => {
    for (const [query, field] of [
      ['search=', 'search'],
      [`search=${'x'.repeat(201)}`, 'search'],
      [`search=${'a b c d e f g h i j k l m n o p q r s t u v w x y'}`, 'search'],
      ['search=a%00b', 'search'],
      ['highlight=true', 'highlight'],
      ['search=a&around=1', 'around'],
      ['search=a&before=x', 'before'],
      ['search=a&after=x', 'after'],
      ['search=a&after=WzcsIjFuIl0wMA', 'after'],
      ['search=a&page=500', 'page'],
    ] as const) {
      const { status, body } = await writer.get<{ fields: object }>(`/v1/article?${query}`);
      assert.deepEqual([query, status, Object.keys(body.fields)], [query, 400, [field]]);
    }
    assert.deepEqual(await ids('!? 😀'), []);
  });
});

describe('what is found', () => {
  it('is what was written, until it is written otherwise', async () => {
    const [one, other] = [fresh(), fresh()];
    const id = await writer.make('/v1/article', { title: one, body: `<p>${one}</p>` });
    assert.deepEqual(await ids(one), [id]);
    await writer.done(`PATCH /v1/article/${id}`, { title: other });
    assert.deepEqual(await ids(one), [id]);
    await writer.done(`PATCH /v1/article/${id}`, { body: null });
    assert.deepEqual([await ids(one), await ids(other)], [[], [id]]);
    await writer.done(`PUT /v1/article/${id}`, { title: 'plain', summary: one });
    assert.deepEqual([await ids(one), await ids(other)], [[id], []]);
  });

  it('is not in the trash, and is found again when it is restored or put back', async () => {
    const word = fresh();
    const parent = await writer.make('/v1/article', { title: `${word} parent` });
    const child = await writer.make('/v1/article', { title: `${word} child`, parent_id: parent });
    assert.deepEqual(await ids(word), [child, parent]);
    await writer.done(`DELETE /v1/article/${parent}`);
    assert.deepEqual(await ids(word), []);
    await writer.done(`POST /v1/article/trash/${parent}/restore`);
    assert.deepEqual(await ids(word), [child, parent]);
    await writer.done(`PATCH /v1/article/${child}`, { title: 'plain' });
    assert.deepEqual(await ids(word), [parent]);
    const history = await writer.list<Revision>(`/v1/article/${child}/history`);
    await writer.done(`POST /v1/article/${child}/history/${history.at(-1)?.id}/restore`);
    assert.deepEqual(await ids(word), [child, parent]);
    await writer.done(`DELETE /v1/article/${child}`);
    await writer.done(`DELETE /v1/article/trash/${child}`);
    assert.deepEqual(await ids(word), [parent]);
    const { id } = await bulks.run('/v1/article', `search=${word}`, {
      action: 'update',
      set: { title: 'plain' },
      expected: 1,
    });
    assert.deepEqual(await ids(word), []);
    await bulks.undo(id);
    assert.deepEqual(await ids(word), [parent]);
  });

  it('follows bulks, upserts, imports, their undoing and changes by filter', async () => {
    const [one, two, three] = [fresh(), fresh(), fresh()];
    const found = (word: string) => ids(word, writer, '/v1/post');
    const { items } = await writer.done<{ items: { id: number }[] }>('POST /v1/post/bulk', {
      items: [
        { action: 'create', values: { title: one, code: one } },
        { action: 'create', values: { title: `${one} b` } },
      ],
    });
    const [first = 0, second = 0] = items.map(({ id }) => id);
    assert.deepEqual(await found(one), [second, first]);
    await writer.done(`PUT /v1/post?by=code`, { title: two, code: one });
    assert.deepEqual([await found(one), await found(two)], [[second], [first]]);
    await writer.done('POST /v1/post/bulk', { items: [{ action: 'delete', id: second }] });
    assert.deepEqual(await found(one), []);
    const run = await posts.run('format=csv', `title,body\n${three},\nx,**${three}**\n`);
    assert.equal((await found(three)).length, 2);
    assert.equal(run.created, 2);
    await writer.done(`DELETE /v1/post/${first}`);
    assert.deepEqual(await found(two), []);
  });

  it('leaves nothing of a trial', async () => {
    const word = fresh();
    await writer.done('POST /v1/article?dry_run=true', { title: word });
    assert.deepEqual(await ids(word), []);
  });
});

describe('ranking', () => {
  it('goes from the most important field to the least, and pages on without losing or repeating a record', async () => {
    const word = fresh();
    const made: number[] = [];
    for (const values of [
      { body: `<p>${word}ing</p>` },
      { body: `<p>${word}</p>` },
      { body: `<p>${`${word} `.repeat(3)}</p>` },
      { summary: word },
      { title: `${word}s` },
      { title: word },
      { title: `a ${word}` },
    ])
      made.push(await writer.make('/v1/article', { title: 'plain', ...values }));
    const [begun, body, often, summary, titleBegun, title, newest] = made;
    const order = [newest, title, summary, often, body, titleBegun, begun];
    assert.deepEqual(await ids(word), order);
    const paged: number[] = [];
    let after = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await writer.read<Page<AnyRecord<{ title: string }>>>(
        `/v1/article?search=${word}&count=2${after}`,
      );
      paged.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    assert.deepEqual(paged, order);
    const second = await writer.read<Page<AnyRecord<{ title: string }>>>(
      `/v1/article?search=${word}&count=3&page=1`,
    );
    assert.deepEqual(
      second.items.map(({ id }) => id),
      order.slice(3, 6),
    );
    assert.deepEqual(await ids(word, writer, '/v1/article', '&sort=id'), made);
    assert.deepEqual(await ids(word, writer, '/v1/article', '&filter[summary][null]=false'), [summary]);
  });

  it('combines with fields, expand and can', async () => {
    const word = fresh();
    const parent = await writer.make('/v1/article', { title: 'parent' });
    const id = await writer.make('/v1/article', { title: word, parent_id: parent });
    const page = await writer.read<{ items: object[] }>(
      `/v1/article?search=${word}&fields=title,parent_id,parent_id.title&expand=parent_id&can=1&highlight=true`,
    );
    const [record] = page.items as [Record<string, unknown>];
    assert.deepEqual(Object.keys(record).sort(), ['can', 'expanded', 'id', 'parent_id', 'title']);
    assert.deepEqual([record.id, record.expanded], [id, { parent_id: { id: parent, title: 'parent' } }]);
  });
});

const word = fc.constantFrom(
  'Été',
  'ete',
  'Łódź',
  'film',
  'FILMS',
  '电影',
  '影节',
  'straße',
  'STRASSE',
  'a',
  'the',
  'ﬁlm',
  'x_y',
  "l'été",
);

describe('on every engine', () => {
  it('finds what a list of folded words finds', async () => {
    const texts = fc.sample(fc.array(word, { minLength: 1, maxLength: 4 }), { numRuns: 40, seed: 7 });
    const records = new Map<number, string>();
    for (const words of texts) {
      const title = words.join(' ');
      records.set(await app.root.make('/v1/post', { title, code: null, body: null }), title);
    }
    const asked = fc.sample(fc.array(word, { minLength: 1, maxLength: 3 }), { numRuns: 40, seed: 8 });
    for (const words of asked) {
      const wanted = wordsIn(words.join(' '));
      const [last = ''] = wanted.slice(-1);
      const isBegun = wanted.indexOf(last) === wanted.length - 1; // a word that was asked for twice is whole
      const expected = [...records].flatMap(([id, title]) => {
        const held = wordsIn(title);
        const hasLast = held.some((one) => (isBegun ? one.startsWith(last) : one === last));
        return hasLast && wanted.slice(0, -1).every((one) => held.includes(one)) ? [id] : [];
      });
      const found = (await ids(words.join(' '), app.nobody, '/v1/post')).filter((id) => records.has(id));
      assert.deepEqual(
        found.toSorted((one, other) => one - other),
        expected,
        words.join(' '),
      );
    }
  });
});

function wordsIn(text: string): string[] {
  return [...wordsOf(text)].flatMap((one) => (one.form === 'last' ? [] : one.text));
}
