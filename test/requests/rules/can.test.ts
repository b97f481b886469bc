import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, type Person } from '../../support/fresh-app.ts';
import { countReads, makeRecords } from '../../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/rules' });
const callers: Record<string, string | undefined> = { nobody: undefined, root: app.root.access };

type Can = Record<string, boolean>;
const list = async (caller: string, query = '') => {
  const token = callers[caller];
  const { body } = await app.request<{ items: { id: number; title: string; can: Can }[] }>(
    'GET',
    `/v1/post?can=1&sort=id${query}`,
    token === undefined ? {} : { token },
  );
  return body.items;
};
/** What somebody may do, by the first letters of the uses. */
const told = async (caller: string) =>
  Object.fromEntries(
    (await list(caller)).map(({ title, can }) => [
      title,
      Object.entries(can)
        .filter(([, may]) => may)
        .map(([use]) => use)
        .join(),
    ]),
  );

before(async () => {
  const [ann, bob]: Person[] = [await app.person(), await app.person()];
  const eve = await app.granted('post.edit');
  Object.assign(callers, { ann: ann?.access, bob: bob?.access, eve: eve.access });
  const posts = [
    { title: 'draft' },
    { title: 'live', state: 'published' },
    { title: 'reviewed', state: 'published', reviewers: [BigInt(bob?.id ?? 0)] },
  ];
  await makeRecords(app, 'post', posts, BigInt(ann?.id ?? 0));
  await makeRecords(
    app,
    'post',
    [{ title: 'of bob', reviewers: [BigInt(bob?.id ?? 0)] }],
    BigInt(bob?.id ?? 0),
  );
});

describe('can=1', () => {
  it('tells with each record what its reader may do with it', async () => {
    assert.deepEqual(await told('nobody'), { live: '', reviewed: '' });
    assert.deepEqual(await told('ann'), {
      draft: 'update,delete,history,restore',
      live: 'history,restore',
      reviewed: 'history,restore',
    });
    assert.deepEqual(await told('bob'), {
      live: '',
      reviewed: '',
      'of bob': 'update,delete,history,restore',
    });
    const ofEve = 'update,delete,restore';
    assert.deepEqual(await told('eve'), { draft: ofEve, live: ofEve, reviewed: ofEve, 'of bob': ofEve });
    assert.equal((await told('root')).draft, 'update,delete,history,restore');
  });

  it('is true: what may be done can be done, and nothing else', async () => {
    for (const caller of Object.keys(callers)) {
      for (const { id, title, can } of await list(caller)) {
        const token = callers[caller];
        const body = { title };
        const answer = await app.request('PATCH', `/v1/post/${id}`, token ? { token, body } : { body });
        assert.equal(answer.status === 200, can.update, `${caller} ${title}`);
      }
    }
  });

  it('costs no statement more, and shows no column that was not asked for', async () => {
    const count = (query: string) =>
      countReads(app, () => app.as(callers.ann ?? '').get(`/v1/post?${query}`));
    await count('sort=title'); // what an engine lets be remembered is
    assert.equal(await count('can=1&fields=title&sort=-id'), await count('fields=title&sort=-id&page=0'));
    const [first] = await list('ann', '&fields=title');
    assert.deepEqual(Object.keys(first ?? {}), ['id', 'title', 'can']);
  });

  it('is told of one record, of pages by keyset, and never of a record as it was', async () => {
    const token = callers.ann ?? '';
    const [first] = await list('ann');
    const one = await app.as(token).read<{ can: Can }>(`/v1/post/${first?.id}?can=1`);
    assert.deepEqual(one.can, first?.can);
    const page = await app.as(token).read<{ next: string }>('/v1/post?can=1&count=1&sort=title');
    const next = await app
      .as(token)
      .read<{ items: { can: Can }[] }>(`/v1/post?can=1&count=1&sort=title&after=${page.next}`);
    assert.equal(next.items[0]?.can.update, false);
    for (const path of [`/v1/post/${first?.id}`, '/v1/post'])
      assert.equal((await app.as(token).get(`${path}?can=1&as_of=${Date.now()}`)).status, 400);
    assert.equal((await app.as(token).get('/v1/post?can=yes')).status, 400);
  });
});
