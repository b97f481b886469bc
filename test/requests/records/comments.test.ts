import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { commentSweep } from '../../../server/features/comments/sweep-comments.ts';
import type { Client } from '../../support/client.ts';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';
import { everythingIn } from '../../support/whole-database.ts';

interface Shown {
  readonly id: number;
  readonly author: {
    readonly id: number;
    readonly nickname: string | null;
    readonly username: string | null;
  };
  readonly text: string;
  readonly mentions: readonly { readonly id: number; readonly nickname: string | null }[];
  readonly edit_time: number | null;
  readonly can: { readonly change: boolean; readonly delete: boolean };
}
interface Thread {
  readonly id: number;
  readonly field: string | null;
  readonly locale: string | null;
  readonly resolved: { readonly by: { readonly id: number }; readonly time: number } | null;
  readonly can: { readonly resolve: boolean };
  readonly comments: readonly Shown[];
}
interface Page {
  readonly items: readonly Thread[];
  readonly next: string | null;
  readonly open: readonly {
    readonly field: string | null;
    readonly locale: string | null;
    readonly count: number;
  }[];
}

const sets = await freshApp({
  contentDir: 'test/content/sets',
  locales: [
    { name: 'en', fallbacks: [] },
    { name: 'de', fallbacks: [] },
  ],
});
const secrets = await freshApp({ contentDir: 'test/content/secrets', language: 'en' });

const pageOf = (by: Client, collection: string, id: number, more = '') =>
  by.read<Page>(`/cms/comment?collection=${collection}&record_id=${id}${more}`);
const textsFor = async (by: Client, collection: string, id: number, more = '') =>
  (await pageOf(by, collection, id, more)).items.map(({ comments }) => comments.map(({ text }) => text));
const say = (by: Client, collection: string, record_id: number, said: string | object) =>
  by.make('/cms/comment', { collection, record_id, ...(typeof said === 'string' ? { text: said } : said) });
/** Everybody whom a table asks, by name. */
const statuses = async (
  people: readonly (readonly [string, Client])[],
  ask: (by: Client) => Promise<{ status: number }>,
) =>
  Object.fromEntries(
    await Promise.all(people.map(async ([who, by]) => [who, (await ask(by)).status] as const)),
  );

describe('comments on records and fields', () => {
  let writer: Person;
  let insider: Person;
  let reader: Person;
  let article: number;
  let people: readonly (readonly [string, Client])[];
  before(async () => {
    [writer, insider, reader] = [
      await sets.granted('article.write'),
      await sets.granted('article.inside'),
      await sets.person(),
    ];
    article = await writer.make('/v1/article', { title: 'Tides' });
    people = [
      ['nobody', sets.nobody],
      ['reader', reader],
      ['insider', insider],
      ['root', sets.root],
    ];
  });

  it('are for those who may read the record, and the field', async () => {
    await say(reader, 'article', article, 'About all of it');
    await say(insider, 'article', article, { text: 'About what few see', field: 'inside' });
    assert.deepEqual(await textsFor(reader, 'article', article), [['About all of it']]);
    assert.deepEqual(await textsFor(insider, 'article', article), [
      ['About what few see'],
      ['About all of it'],
    ]);
    assert.deepEqual((await pageOf(reader, 'article', article)).open, [
      { field: null, locale: null, count: 1 },
    ]);
    assert.deepEqual(
      (await pageOf(insider, 'article', article)).open.map(({ field }) => field).sort(),
      ['inside', null].sort(),
    );
    const path = `/cms/comment?collection=article&record_id=${article}`;
    assert.deepEqual(await statuses(people, (by) => by.get(path)), {
      nobody: 401,
      reader: 200,
      insider: 200,
      root: 200,
    });
    assert.deepEqual(await statuses(people, (by) => by.get(`${path}&field=inside`)), {
      nobody: 401,
      reader: 400,
      insider: 200,
      root: 200,
    });
  });

  it('answer alike for a field that is hidden and one that does not exist', async () => {
    for (const ask of [
      (field: string) => reader.get(`/cms/comment?collection=article&record_id=${article}&field=${field}`),
      (field: string) =>
        reader.get(`/cms/comment/people?collection=article&record_id=${article}&field=${field}`),
      (field: string) =>
        reader.post('/cms/comment', { collection: 'article', record_id: article, text: 'x', field }),
    ]) {
      const [hidden, missing] = [await ask('inside'), await ask('outside')];
      assert.equal(hidden.status, 400);
      assert.deepEqual(
        { ...hidden.body, request: undefined, request_id: undefined },
        { ...missing.body, request: undefined, request_id: undefined },
      );
    }
  });

  it('on a record that the caller may not read are as missing as the record', async () => {
    const diary = await writer.make('/v1/diary', { title: 'Mine' });
    const thread = await say(writer, 'diary', diary, 'To myself');
    for (const [who, by, status] of [
      ['the writer', writer, 200],
      ['root', sets.root, 200],
      ['a reader of other records', reader, 404],
      ['nobody', sets.nobody, 401],
    ] as const) {
      assert.equal((await by.get(`/cms/comment?collection=diary&record_id=${diary}`)).status, status, who);
      assert.equal((await by.get(`/cms/comment/${thread}`)).status, status, who);
      const said = await by.post('/cms/comment', { collection: 'diary', record_id: diary, text: 'Hello' });
      assert.equal(said.status, status === 200 ? 201 : status, who);
      const replied = await by.post(`/cms/comment/${thread}/reply`, { text: 'Hello' });
      assert.equal(replied.status, status === 200 ? 201 : status, who);
    }
    assert.equal((await reader.get('/cms/comment/999')).status, 404);
  });

  it('go with a revoked right at once', async () => {
    const was = await sets.granted('article.inside');
    const thread = await say(was, 'article', article, { text: 'Between us', field: 'inside' });
    assert.equal((await was.get(`/cms/comment/${thread}`)).status, 200);
    await sets.behind('delete from quire_grant where group_id = ?', was.groupId);
    const after = [
      await was.get(`/cms/comment/${thread}`),
      await was.patch(`/cms/comment/${thread}`, { text: 'Still between us' }),
      await was.delete(`/cms/comment/${thread}`),
      await was.post(`/cms/comment/${thread}/reply`, { text: 'Hm' }),
    ];
    assert.deepEqual(
      after.map(({ status }) => status),
      [404, 404, 404, 404],
    );
    assert.ok(
      !(await was.get(`/cms/comment?collection=article&record_id=${article}`)).text.includes('Between us'),
    );
  });

  it('are about the draft, for those who may read drafts, and about a language', async () => {
    const essay = await writer.make('/v1/essay', { title: 'Draft' });
    await say(reader, 'essay', essay, { text: 'In German', field: 'title', locale: 'de' });
    const page = await pageOf(reader, 'essay', essay, '&field=title&locale=de');
    assert.deepEqual([page.items[0]?.field, page.items[0]?.locale], ['title', 'de']);
    for (const more of [
      { field: 'title', locale: 'fr' },
      { field: 'note', locale: 'de' },
      { field: 'title__de' },
      { locale: 'de' },
    ])
      assert.equal(
        (await reader.post('/cms/comment', { collection: 'essay', record_id: essay, text: 'x', ...more }))
          .status,
        400,
      );
    assert.equal((await sets.nobody.get(`/cms/comment?collection=essay&record_id=${essay}`)).status, 401);
  });

  it('are changed by their author alone, and deleted by super administrators as well', async () => {
    const made = await writer.make('/v1/article', { title: 'Whose' });
    const thread = await say(reader, 'article', made, 'Mine');
    const all = [...people, ['author', reader]] as const;
    const changed = await statuses(all, (by) => by.patch(`/cms/comment/${thread}`, { text: 'Mine still' }));
    assert.deepEqual(changed, { nobody: 401, reader: 200, insider: 401, root: 401, author: 200 });
    const [shown] = (await pageOf(insider, 'article', made)).items[0]?.comments ?? [];
    assert.equal(shown?.text, 'Mine still');
    assert.ok(shown?.edit_time);
    assert.deepEqual(shown?.can, { change: false, delete: false });
    assert.equal((await insider.delete(`/cms/comment/${thread}`)).status, 401);
    await sets.root.done(`DELETE /cms/comment/${thread}`);
    assert.deepEqual(await textsFor(reader, 'article', made), []);
  });

  it('leave replies where the first one is taken back, and go with the last', async () => {
    const made = await writer.make('/v1/article', { title: 'Back' });
    const thread = await say(reader, 'article', made, 'A slip');
    const reply = await insider.make(`/cms/comment/${thread}/reply`, { text: 'An answer' });
    assert.equal((await insider.post(`/cms/comment/${reply}/reply`, { text: 'Deeper' })).status, 404);
    await reader.done(`DELETE /cms/comment/${thread}`);
    assert.deepEqual(await textsFor(insider, 'article', made), [['', 'An answer']]);
    assert.equal((await reader.patch(`/cms/comment/${thread}`, { text: 'Again' })).status, 401);
    await insider.done(`DELETE /cms/comment/${reply}`);
    assert.deepEqual(await textsFor(insider, 'article', made), []);
  });

  it('are resolved by those who began them, or may change the record', async () => {
    const made = await writer.make('/v1/article', { title: 'Resolved' });
    const thread = await say(reader, 'article', made, 'A question');
    const all = [
      ['nobody', sets.nobody],
      ['insider', insider],
      ['author', reader],
      ['writer', writer],
    ] as const;
    assert.deepEqual(await statuses(all, (by) => by.post(`/cms/comment/${thread}/resolve`)), {
      nobody: 401,
      insider: 401,
      author: 200,
      writer: 200,
    });
    const states = async () => [
      (await textsFor(reader, 'article', made, '&state=open')).length,
      (await textsFor(reader, 'article', made, '&state=resolved')).length,
      (await pageOf(reader, 'article', made)).open.length,
    ];
    assert.deepEqual(await states(), [0, 1, 0]);
    await writer.done(`POST /cms/comment/${thread}/reopen`);
    assert.deepEqual(await states(), [1, 0, 1]);
  });

  it('are read page by page, the newest first', async () => {
    const made = await writer.make('/v1/article', { title: 'Pages' });
    for (const text of ['one', 'two', 'three']) await say(reader, 'article', made, text);
    const first = await pageOf(reader, 'article', made, '&count=2');
    assert.deepEqual(
      first.items.map(({ comments }) => comments[0]?.text),
      ['three', 'two'],
    );
    const rest = await pageOf(reader, 'article', made, `&count=2&after=${first.next}`);
    assert.deepEqual([rest.items.length, rest.next], [1, null]);
  });

  it('are refused without words, or beyond their limits', async () => {
    const made = await writer.make('/v1/article', { title: 'Limits' });
    const about = { collection: 'article', record_id: made };
    for (const wrong of [
      { ...about, text: '' },
      { ...about, text: ' \n ' },
      { ...about, text: '\u200b\u2060 \ufeff' },
      { ...about, text: 'x'.repeat(2001) },
      { ...about, text: Array.from({ length: 21 }, (_, at) => `<@${at + 1}>`).join(' ') },
      { ...about, text: 'nul \0' },
      { ...about, text: 'x', collection: 'nothing' },
      { ...about, text: 'x', collection: 'quire_user' },
      { ...about, text: 'x', record_id: 'none' },
      { ...about, text: 'x', thread_id: 1 },
    ])
      assert.equal(
        (await reader.post('/cms/comment', wrong)).status,
        400,
        JSON.stringify(wrong).slice(0, 90),
      );
    const busy = await sets.person();
    for (let made1 = 0; made1 < 100; made1++) await say(busy, 'article', made, `${made1}`);
    const thread = await say(busy, 'article', made, 'long');
    for (let replies = 0; replies < 99; replies++)
      await busy.make(`/cms/comment/${thread}/reply`, { text: 'x' });
    assert.equal((await busy.post(`/cms/comment/${thread}/reply`, { text: 'x' })).status, 429);
    await reader.make(`/cms/comment/${thread}/reply`, { text: 'the hundredth' });
    assert.equal((await reader.post(`/cms/comment/${thread}/reply`, { text: 'x' })).status, 400);
  });

  it('are closed to programs', async () => {
    const service = await sets.root.make('/cms/service-user', { username: 'robot' });
    const { key } = await sets.root.done<{ key: string }>('POST /cms/key', { user_id: service, name: 'all' });
    const program = sets.as(key);
    assert.equal((await program.get('/v1/article')).status, 200);
    for (const request of [
      `GET /cms/comment?collection=article&record_id=${article}`,
      `GET /cms/comment/people?collection=article&record_id=${article}`,
      'GET /cms/comment/1',
      'DELETE /cms/comment/1',
    ])
      assert.deepEqual(await program.outcome(request), [401, 10000], request);
  });

  it('are logged without their words, and kept with their past', async () => {
    const made = await writer.make('/v1/article', { title: 'Logged' });
    const thread = await say(reader, 'article', made, 'A secret word');
    await reader.done(`PATCH /cms/comment/${thread}`, { text: 'Another word' });
    const log = (await sets.root.get('/cms/log?count=20')).text;
    assert.ok(!log.includes('secret word') && !log.includes('Another word'));
    assert.ok(log.includes(`/cms/comment/${thread}`));
    const kept = (await everythingIn(sets.server.store)).filter((one) => one.startsWith('quire_revision:'));
    assert.ok(kept.some((one) => one.includes('A secret word') && one.includes('Another word')));
  });
});

describe('mentions', () => {
  const find = async (by: Client, collection: string, id: number, more = '') =>
    (
      await by.list<{ id: number }>(`/cms/comment/people?collection=${collection}&record_id=${id}${more}`)
    ).map((one) => one.id);

  it('are of people who may read the record', async () => {
    const [one, two, none] = [
      await secrets.granted('plan.read'),
      await secrets.granted('plan.read'),
      await secrets.person(),
    ];
    for (const [person, nickname] of [
      [one, 'Ada Plan'],
      [two, 'Bo Plan'],
      [none, 'Cy Plan'],
    ] as const)
      await person.done('PUT /cms/user', { nickname });
    const plan = await secrets.root.make('/v1/plan', { title: 'Ours' });
    assert.deepEqual(await find(one, 'plan', plan, '&search=plan'), [two.id]);
    assert.deepEqual(await find(secrets.root, 'plan', plan, '&search=PLAN'), [one.id, two.id]);
    assert.equal((await none.get(`/cms/comment/people?collection=plan&record_id=${plan}`)).status, 400);
    const answers = [];
    for (const id of [two.id, none.id, 99_999, '9999999999999999999'])
      answers.push(
        (await one.post('/cms/comment', { collection: 'plan', record_id: plan, text: `See <@${id}>` }))
          .status,
      );
    assert.deepEqual(answers, [201, 400, 400, 201], 'what is no id is text');
    const [, thread] = (await pageOf(one, 'plan', plan)).items;
    assert.deepEqual(thread?.comments[0]?.mentions, [{ id: two.id, nickname: 'Bo Plan', username: null }]);
    assert.equal(
      (await one.patch(`/cms/comment/${thread?.id}`, { text: `<@${two.id}> <@${none.id}>` })).status,
      400,
    );
    await secrets.behind('update quire_user set active = ? where id = ?', false, two.id);
    assert.deepEqual(await find(one, 'plan', plan, '&search=plan'), []);
    assert.equal(
      (await one.post('/cms/comment', { collection: 'plan', record_id: plan, text: `<@${two.id}>` })).status,
      400,
    );
  });

  it('are of people who may read the field', async () => {
    const [insider, other] = [await sets.granted('article.inside'), await sets.person()];
    const article = await sets.root.make('/v1/article', { title: 'Field' });
    for (const person of [insider, other]) await person.done('PUT /cms/user', { nickname: 'Fields' });
    const seen = (more: string) => find(sets.root, 'article', article, `&search=Fields${more}`);
    assert.deepEqual(await seen(''), [insider.id, other.id]);
    assert.deepEqual(await seen('&field=inside'), [insider.id]);
  });

  it('are, for callers who know nobody, of those who have commented there', async () => {
    const [one, two] = [await sets.person(), await sets.person()];
    const article = await sets.root.make('/v1/article', { title: 'Strangers' });
    assert.deepEqual(await find(one, 'article', article), []);
    assert.equal(
      (await one.post('/cms/comment', { collection: 'article', record_id: article, text: `<@${two.id}>` }))
        .status,
      400,
    );
    await say(two, 'article', article, 'Here I am');
    assert.deepEqual(await find(one, 'article', article), [two.id]);
    await say(one, 'article', article, `<@${two.id}>`);
  });
});

describe('comments of the erased, and on the destroyed', () => {
  it('keep no word of somebody who was erased, and the answers of others', async () => {
    const gone = await secrets.person([], 'leaving.soon');
    const page = await gone.make('/v1/page', { words: 'Paper' });
    const thread = await say(gone, 'page', page, 'Words of the leaving');
    await gone.done(`PATCH /cms/comment/${thread}`, { text: 'Last words of the leaving' });
    await secrets.root.make(`/cms/comment/${thread}/reply`, { text: `Farewell <@${gone.id}>` });
    await secrets.root.done(`POST /cms/admin/user/${gone.id}/erasure`, { username: 'leaving.soon' });
    await until(
      async () =>
        !(await everythingIn(secrets.server.store)).some((one) => /of the leaving|leaving\.soon/.test(one)),
    );
    const [shown] = (await pageOf(secrets.root, 'page', page)).items;
    assert.deepEqual(
      shown?.comments.map(({ text }) => text),
      ['', `Farewell <@${gone.id}>`],
    );
    assert.deepEqual(shown?.comments[0]?.author, {
      id: gone.id,
      nickname: null,
      username: `erased user ${gone.id}`,
    });
  });

  it('rest with a deleted record, return with it, and end with it', async () => {
    const plan = await secrets.root.make('/v1/plan', { title: 'Gone' });
    const thread = await say(secrets.root, 'plan', plan, 'On a plan that goes');
    const other = await say(
      secrets.root,
      'plan',
      await secrets.root.make('/v1/plan', { title: 'Stays' }),
      'On one that stays',
    );
    await secrets.root.done(`DELETE /v1/plan/${plan}`);
    assert.equal((await secrets.root.get(`/cms/comment/${thread}`)).status, 404);
    assert.equal((await secrets.root.get(`/cms/comment?collection=plan&record_id=${plan}`)).status, 404);
    await secrets.root.done(`POST /v1/plan/trash/${plan}/restore`);
    assert.equal((await secrets.root.get(`/cms/comment/${thread}`)).status, 200);
    await secrets.root.done(`DELETE /v1/plan/${plan}`);
    await secrets.root.done(`DELETE /v1/plan/trash/${plan}`);
    await commentSweep(secrets.server.store).run(new AbortController().signal);
    const rest = (await everythingIn(secrets.server.store)).join('\n');
    assert.ok(!rest.includes('On a plan that goes') && rest.includes('On one that stays'));
    assert.equal((await secrets.root.get(`/cms/comment/${other}`)).status, 200);
  });
});
