import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { changesInTransit, similarTo } from '../../support/tags-in-transit.ts';

const app = await freshApp({ contentDir: 'test/content/writing' });
const writer = await app.granted('article.create', 'article.delete');
const other = await app.person();

const make = async (path = '/v1/article', values: object = { title: 'A' }, token = writer.access) =>
  `${path}/${await app.as(token).make(path, values)}`;
const get = (url: string, headers = {}, token = writer.access) => app.as(token).get(url, { headers });
const etagOf = async (url: string, token = writer.access) => String((await get(url, {}, token)).headers.etag);
/** Lists with empty elements, which proxies leave when they remove a tag. */
const emptyElements = [
  (etag: string) => `${etag},`,
  (etag: string) => `, ${etag}`,
  (etag: string) => `"x",,${etag} , ,`,
];
const changed = (etag: string) => [...changesInTransit, ...emptyElements].map((change) => change(etag));
const whole = { PUT: { title: 'B' }, PATCH: { title: 'B' }, DELETE: undefined };
const methods = Object.keys(whole) as (keyof typeof whole)[];
const writeUnless = (method: keyof typeof whole, url: string, ifNoneMatch: string) =>
  app.request(method, url, {
    token: writer.access,
    body: whole[method],
    headers: { 'if-none-match': ifNoneMatch },
  });
const write = (method: keyof typeof whole, url: string, ifMatch: string, token = writer.access) =>
  app.request(method, url, { token, body: whole[method], headers: { 'if-match': ifMatch } });

for (const base of ['', '/lin3']) {
  describe(`under '${base}'`, () => {
    it('a record has a strong ETag that is another one after each change', async () => {
      for (const path of ['/v1/article', '/v1/note']) {
        const url = base + (await make(path));
        const first = await etagOf(url);
        assert.match(first, /^"[\w-]+"$/);
        assert.deepEqual([await etagOf(url), await etagOf(`${url}/`)], [first, first]);
        await writer.done(`PATCH ${url}`, { title: 'B' });
        assert.notEqual(await etagOf(url), first);
      }
    });

    it('who has it already is not sent it again', async () => {
      const url = base + (await make());
      const etag = await etagOf(url);
      for (const condition of [etag, `"x", ${etag}`, '*', ...changed(etag)])
        for (const _ of ['read', 'remembered']) {
          const { status, text, headers } = await get(url, { 'if-none-match': condition });
          assert.deepEqual([status, text, headers.etag], [304, '', etag], condition);
        }
      for (const condition of ['"x"', etag.slice(1, -1), '', 'W/"x", y', ...similarTo(etag)])
        assert.equal((await get(url, { 'if-none-match': condition })).status, 200, condition);
      assert.equal((await get(url, { 'if-none-match': etag }, 'nonsense')).status, 422);
    });

    it('a write on condition is done to the record as it was read, and to no other', async () => {
      for (const method of methods) {
        const url = base + (await make());
        const stale = await etagOf(url);
        await writer.done(`PATCH ${url}`, { source: `${base}${method}` });
        const now = await etagOf(url);
        for (const condition of [stale, ...changed(stale), ...similarTo(now), '"x", "y"', '""']) {
          const { status, body } = await write(method, url, condition);
          assert.deepEqual([status, body.code], [412, 10062], `${method} ${condition}`);
        }
        for (const condition of ['x', now.slice(1), `${now} "x"`, `*, ${now}`, ',', '']) {
          const { status, body } = await write(method, url, condition);
          assert.deepEqual([status, body.code], [400, 10030], `${method} ${condition}`);
          assert.match(String(body.message), /if-match/);
        }
        for (const condition of [now, '*', ...changed(now)]) {
          const { status, body } = await writeUnless(method, url, condition);
          assert.deepEqual([status, body.code], [412, 10062], `${method} unless ${condition}`);
        }
        assert.equal((await writeUnless(method, url, 'x')).status, 400);
        assert.equal(await etagOf(url), now, 'nothing was changed');
        if (method === 'PUT') assert.equal((await writeUnless(method, url, '"x"')).status, 200);
        else assert.equal((await write(method, url, `"x", ${now}`)).status, 200);
        assert.equal((await get(url)).status, method === 'DELETE' ? 404 : 200);
      }
    });

    it('a write on condition of a tag that proxies changed on the way is done', async () => {
      for (const method of methods)
        for (const change of [...changesInTransit, ...emptyElements]) {
          const url = base + (await make());
          const condition = change(await etagOf(url));
          assert.equal((await write(method, url, condition)).status, 200, `${method} ${condition}`);
        }
    });
  });
}

describe('a condition', () => {
  it('of * asks only for the record to be there, and tells nobody of records that are not theirs', async () => {
    for (const method of methods) {
      assert.equal((await write(method, await make(), '*')).status, 200);
      for (const condition of ['*', '"x"'])
        assert.equal((await write(method, '/v1/article/999999', condition)).status, 404);
    }
    const foreign = await make();
    const etag = await etagOf(foreign);
    for (const condition of ['*', '"x"', etag])
      assert.equal((await write('PATCH', foreign, condition, other.access)).status, 404);
  });

  it('is no way to guess at what one may not read', async () => {
    const note = await make('/v1/note', { title: 'mine' });
    const etag = await etagOf(note);
    const guess = { token: other.access, body: { colour: 'blue' }, headers: { 'if-match': etag } };
    assert.equal((await app.request('PATCH', note, guess)).status, 404);
    assert.equal((await app.request('PATCH', note, { ...guess, headers: {} })).status, 200);
  });

  it('is met by one of many writes at once', async () => {
    for (const path of ['/v1/article', '/v1/note']) {
      const url = await make(path);
      const condition = { 'if-match': await etagOf(url) };
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          writer.patch(url, { title: `x${index}` }, { headers: condition }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, ...Array(11).fill(412)]);
    }
  });
});

it('an ETag is of the whole record alone: no other form of it has one, nor has a list', async () => {
  const url = await make('/v1/article', { title: 'A', note_id: Number((await make('/v1/note')).slice(9)) });
  const time = Date.now();
  for (const query of ['?fields=title', '?expand=note_id'])
    assert.deepEqual((await get(url + query)).headers.etag, undefined, query);
  const asOf = await app.root.get(`${url}?as_of=${time}`);
  assert.deepEqual([asOf.status, asOf.headers.etag], [200, undefined]);
  assert.equal((await get('/v1/article')).headers.etag, undefined);
});
