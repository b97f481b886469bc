import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { importsInto } from '../../support/records/imports.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/desk' });
const { root, nobody } = app;
let ada: Person;
let ben: Person;
let story = 0;
const id = ({ body }: { body: Record<string, unknown> }) => Number(body.id);

before(async () => {
  ada = await app.person([], 'ada-signs-in');
  ben = await app.person([], 'ben-signs-in');
  await ada.done('PUT /cms/user', { nickname: 'Ada', email: 'ada@quire.test', avatar: 'a.png' });
  await ben.done('PUT /cms/user', { nickname: 'Ben' });
  story = id(
    await ada.post('/v1/story', {
      title: 'First',
      editor: ada.id,
      helpers: [ben.id, ada.id],
      credits: [{ who: ben.id, part: 'photos' }],
    }),
  );
  await ben.done('POST /v1/story', { title: 'Second', editor: ben.id });
  await ben.done('POST /v1/story', { title: 'Third' });
});

interface Story {
  readonly id: number;
  readonly title: string;
  readonly expanded: Record<string, unknown>;
}
/** How many records an import made in the end. */
async function settle(caller: typeof root | Person, id: number): Promise<number> {
  return (await importsInto(app, '/v1/story', caller.access).settled(id)).created;
}
const AVATAR = 'https://quire.test/assets/a.png';

describe('a reference to users', () => {
  it('is expanded to what everybody sees; only super administrators see the name to sign in by', async () => {
    const path = `/v1/story/${story}?expand=editor,helpers,credits.who`;
    const seen = { id: ada.id, nickname: 'Ada', avatar: AVATAR };
    const other = { id: ben.id, nickname: 'Ben', avatar: null };
    for (const caller of [nobody, ada, ben])
      assert.deepEqual((await caller.read<Story>(path)).expanded, {
        editor: seen,
        helpers: [other, seen],
        'credits.who': [other],
      });
    const { expanded } = await root.read<Story>(path);
    assert.deepEqual(expanded.editor, { ...seen, username: 'ada-signs-in' });
    const read = await nobody.read(`/v1/story/${story}`);
    assert.deepEqual([read.editor, read.helpers], [ada.id, [ben.id, ada.id]]);
  });

  it('is filtered, sorted and grouped by what everybody sees', async () => {
    const titles = async (query: string) =>
      (await nobody.list<Story>(`/v1/story?${query}`)).map(({ title }) => title);
    assert.deepEqual(await titles('filter[editor][nickname][eq]=Ada'), ['First']);
    assert.deepEqual(await titles('filter[helpers][nickname][starts]=B'), ['First']);
    assert.deepEqual(await titles('filter[credits][who][nickname][eq]=Ben'), ['First']);
    assert.deepEqual(await titles(`filter[editor][eq]=${ben.id}`), ['Second']);
    assert.deepEqual(await titles('sort=-editor.nickname'), ['Second', 'First', 'Third']);
    const groups = await nobody.list<{ group: object; count: number }>(
      '/v1/story/aggregate?group=editor.nickname',
    );
    assert.deepEqual(
      groups.map(({ group, count }) => [Object.values(group)[0], count]),
      [
        [null, 1],
        ['Ada', 1],
        ['Ben', 1],
      ],
    );
  });

  it('tells nothing else, on no path', async () => {
    const hidden = ['username', 'email', 'name_key', 'email_key', 'active', 'credential', 'create_time'];
    const more = ['update_time', 'create_user_id', 'second_factor', 'email_standing', 'nothing'];
    for (const caller of [nobody, ben])
      for (const field of [...hidden, ...more]) {
        const paths = [
          `/v1/story?filter[editor][${field}][null]=false`,
          `/v1/story?filter[helpers][${field}][null]=false`,
          `/v1/story?filter[credits][who][${field}][null]=false`,
          `/v1/story?sort=editor.${field}`,
          `/v1/story?expand=editor&fields=editor.${field}`,
          `/v1/story/aggregate?group=editor.${field}`,
          `/v1/story/aggregate?select=max:editor.${field}`,
          `/v1/story/export?filter[editor][${field}][null]=false`,
        ];
        for (const path of paths) assert.equal((await caller.get(path)).status, 400, path);
      }
    for (const field of ['email', 'credential', 'create_time', 'active'])
      assert.equal((await root.get(`/v1/story?filter[editor][${field}][null]=false`)).status, 400);
    const described = await nobody.read<{ fields: { name: string }[] }>('/cms/definition/quire_user');
    assert.deepEqual(
      described.fields.map(({ name }) => name),
      ['nickname', 'avatar', 'id'],
    );
  });

  it('takes no user who is deactivated, deleted or unknown, and none from a stranger', async () => {
    const gone = await app.person();
    const asleep = await app.person();
    await root.done(`DELETE /cms/admin/user/${gone.id}`);
    const kept = id(await ada.post('/v1/story', { title: 'Kept', editor: asleep.id }));
    await root.done(`DELETE /cms/admin/user/${asleep.id}/activation`);
    for (const editor of [gone.id, asleep.id, 999_999]) {
      const answer = await ada.post('/v1/story', { title: 'x', editor });
      assert.deepEqual([answer.status, answer.body.code], [400, 10030]);
      assert.match(
        String(answer.body.message),
        new RegExp(`editor refers to the user ${editor}, who does not exist or is deactivated`),
      );
      assert.equal((await root.patch(`/v1/story/${story}`, { helpers: [editor] })).status, 400);
      assert.equal(
        (await root.patch(`/v1/story/${story}`, { credits: [{ who: editor, part: '' }] })).status,
        400,
      );
    }
    await ada.done(`PATCH /v1/story/${kept}`, { title: 'Kept too', editor: asleep.id });
    const { expanded } = await nobody.read<Story>(`/v1/story/${kept}?expand=editor`);
    assert.deepEqual(expanded, { editor: { id: asleep.id, nickname: asleep.username, avatar: null } });
    await root.done(`DELETE /v1/story/${kept}`);
  });

  it('finds users by the name that they were given, or by their user name', async () => {
    const account = { password: PASSWORD, confirm_password: PASSWORD };
    await root.done('POST /cms/user/register', { ...account, username: 'mira.k', nickname: 'Mira Keller' });
    await root.done('POST /cms/user/register', { ...account, username: 'nameless' });
    const found = async (q: string) =>
      (await root.list<{ nickname: string }>(`/cms/people?filter[nickname][contains]=${q}`)).map(
        ({ nickname }) => nickname,
      );
    assert.deepEqual(await found('Keller'), ['Mira Keller']);
    assert.deepEqual(await found('nameless'), ['nameless']);
  });

  it('names what is in the way of a deletion, detaches, or deletes along', async () => {
    const person = await app.person();
    const theirs = id(await ada.post('/v1/story', { title: 'Theirs', editor: person.id }));
    const helped = id(await ada.post('/v1/story', { title: 'Helped', helpers: [person.id, ada.id] }));
    const badge = id(await ada.post('/v1/badge', { owner: person.id }));
    const refused = await root.delete(`/cms/admin/user/${person.id}`);
    assert.deepEqual([refused.status, refused.body.error_code ?? refused.body.code], [403, 10070]);
    assert.match(refused.text, /editor/);
    await ada.done(`PATCH /v1/story/${theirs}`, { editor: null });
    await root.done(`DELETE /cms/admin/user/${person.id}`);
    assert.deepEqual((await ada.read(`/v1/story/${helped}`)).helpers, [ada.id]);
    assert.equal((await ada.get(`/v1/badge/${badge}`)).status, 404);
  });

  it('is never in the way of an erasure, and then leads to nobody', async () => {
    const person = await app.person([], 'erased-soon');
    const theirs = id(
      await ada.post('/v1/story', { title: 'Erased', editor: person.id, helpers: [person.id] }),
    );
    const badge = id(await ada.post('/v1/badge', { owner: person.id }));
    await root.done(`POST /cms/admin/user/${person.id}/erasure`, { username: 'erased-soon' });
    const record = await nobody.read<Story & { editor: number; helpers: number[] }>(
      `/v1/story/${theirs}?expand=editor,helpers`,
    );
    assert.deepEqual([record.editor, record.helpers], [person.id, []]);
    assert.deepEqual(record.expanded, { editor: null, helpers: [] });
    assert.equal((await ada.get(`/v1/badge/${badge}`)).status, 404);
    await ada.done(`PATCH /v1/story/${theirs}`, { title: 'Still written', editor: person.id });
  });
});

describe('an import', () => {
  it('names users by their usernames where the caller sees these, and by their emails never', async () => {
    const by = (field: string, value: string) => `title,editor.${field}\nImported by ${field},${value}\n`;
    const done = await importsInto(app, '/v1/story').run('', by('username', 'ben-signs-in'));
    assert.deepEqual([done.created, done.refused], [1, 0], JSON.stringify(done));
    const [record] = await nobody.list<{ editor: number }>(
      '/v1/story?filter[title][eq]=Imported by username',
    );
    assert.equal(record?.editor, ben.id);
    for (const [caller, field] of [
      [ada, 'username'],
      [ada, 'email'],
      [root, 'email'],
    ] as const) {
      const file = by(field, field === 'email' ? 'ada@quire.test' : 'ben-signs-in').replace('Imp', 'Not imp');
      const refused = await importsInto(app, '/v1/story', caller.access).begin('', file);
      const made = refused.status === 201 ? await settle(caller, Number(refused.body.id)) : 0;
      assert.equal(made, 0, refused.text);
    }
  });
});

describe('users whom a field may refer to', () => {
  const found = async (query: string) =>
    (await ada.list<{ nickname: string }>(`/cms/people?${query}`)).map(({ nickname }) => nickname);

  it('are found by what everybody sees, and by their ids', async () => {
    assert.deepEqual(await found('filter[nickname][starts]=A'), ['Ada']);
    assert.deepEqual(await found(`filter[id][in]=${ada.id},${ben.id}&sort=-nickname`), ['Ben', 'Ada']);
    const [person] = await ada.list('/cms/people?filter[nickname][eq]=Ada');
    assert.deepEqual(person, { id: ada.id, nickname: 'Ada', avatar: AVATAR });
    for (const field of ['username', 'email', 'active', 'create_time'])
      assert.equal((await ada.get(`/cms/people?filter[${field}][null]=false`)).status, 400);
  });

  it('are not for strangers, nor for who may give no such field a value', async () => {
    assert.equal((await nobody.get('/cms/people')).status, 401);
    const reader = await keysOf(app).program({ read_only: true });
    assert.deepEqual(await reader.outcome('GET /cms/people'), [401, 10000]);
    assert.equal((await reader.get('/v1/story')).status, 200);
  });

  it('are on no path where no field refers to users', async () => {
    const other = await freshApp({ contentDir: 'test/content/sets' });
    assert.equal((await other.root.get('/cms/people')).status, 404);
  });

  it('who are deactivated are found by their ids alone', async () => {
    const asleep = await app.person();
    await asleep.done('PUT /cms/user', { nickname: 'Zoe' });
    assert.deepEqual(await found('filter[nickname][eq]=Zoe'), ['Zoe']);
    await root.done(`DELETE /cms/admin/user/${asleep.id}/activation`);
    assert.deepEqual(await found('filter[nickname][eq]=Zoe'), []);
    assert.deepEqual(await found(`filter[id][eq]=${asleep.id}`), ['Zoe']);
    assert.deepEqual(await found(`filter[id][in]=${asleep.id},${ben.id}&sort=nickname`), ['Ben', 'Zoe']);
    for (const query of [
      'filter[id][gt]=1',
      `filter[id][gte]=${asleep.id}`,
      `filter[id][lt]=${asleep.id + 1}`,
      `filter[id][ne]=${ben.id}`,
      'filter[id][null]=false',
    ])
      assert.ok(!(await found(`${query}&count=100`)).includes('Zoe'), query);
  });
});
