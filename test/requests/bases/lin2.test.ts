import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allFailures } from '../../../server/failures.ts';
import { codeIn } from '../../../server/http/dialects/bodies.ts';
import { lin2 } from '../../../server/http/dialects/lin2.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';

// What the clients of Lin CMS 0.1 and 0.2 count on, beyond the words of the answers.

const app = await freshApp();
for (const title of ['红楼梦', '西游记']) await app.makeBook({ title });

describe('codes that clients act upon', () => {
  const keysWith = (...wanted: number[]) =>
    allFailures.flatMap((failure) => (wanted.includes(codeIn(lin2, failure)) ? failure.key : []));

  it('sign out only callers without a token, or without a good refresh token', () => {
    assert.deepEqual(keysWith(10000, 10100), [
      'authenticationFailed',
      'refreshTokenInvalid',
      'refreshTokenExpired',
    ]);
  });
  it('refresh only for an access token that is not good', () => {
    assert.deepEqual(keysWith(10040, 10050), ['tokenInvalid', 'tokenExpired']);
  });
});

describe('query parameters that a route does not know', () => {
  it('are ignored, by reads and writes', async () => {
    const books = await app.root.read<object[]>('/lin2/v1/book?handleError=true&showBackend=1&q[x]=1');
    assert.equal(books.length, 2);
    assert.equal((await app.root.get('/v1/book?handleError=true')).status, 400);
    for (const url of ['/lin2/cms/log?handleError=true', '/lin2/cms/user/auths?handleError=true'])
      assert.equal((await app.root.get(url)).status, 200, url);
    await app.root.done('PUT /lin2/cms/user?showBackend=true', { nickname: '根用户' });
    await app.root.done('POST /lin2/v1/book?handleError=true', { title: '水浒传' });
  });
  it('are not those that it knows, right or wrong', async () => {
    const filter = `filter[title][eq]=${encodeURIComponent('西游记')}`;
    assert.equal((await app.root.read<object[]>(`/lin2/v1/book?${filter}`)).length, 1);
    assert.equal((await app.root.read<object[]>('/lin2/v1/book?count=1')).length, 1);
    for (const wrong of ['filter[nothing][eq]=1', 'filter[title][nothing]=1', 'count=x', 'sort=nothing'])
      assert.equal((await app.root.get(`/lin2/v1/book?${wrong}`)).status, 400, wrong);
  });
});

describe('a refresh token', () => {
  it('works for as long as it lasts, also many at once and on the other base', async () => {
    const { username } = await app.person();
    const body = { username, password: PASSWORD };
    const { refresh_token } = await app.send<{ refresh_token: string }>('POST', '/lin2/cms/user/login', {
      body,
    });
    for (const base of ['/lin2', '/lin2', '', '/lin2']) {
      const url = `${base}/cms/user/refresh`;
      const answers = await Promise.all([1, 2, 3].map(() => app.as(refresh_token).get(url)));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
      await app.behind('update quire_session set refreshed_time = refreshed_time - 3600000');
    }
  });
  it('that is replaced elsewhere is refused with a code that signs out', async () => {
    const { refresh } = await app.person();
    await app.as(refresh).get('/cms/user/refresh');
    await app.behind('update quire_session set refreshed_time = refreshed_time - 3600000');
    const { status, body } = await app.as(refresh).get('/lin2/cms/user/refresh');
    assert.deepEqual([status, body.error_code], [401, 10100]);
  });
});

describe('a nickname', () => {
  it('is another word for the user name at sign-in and registration, here alone', async () => {
    const { root } = app;
    const made = { nickname: 'Ada', password: PASSWORD, confirm_password: PASSWORD };
    assert.equal((await root.post('/lin2/cms/user/register', made)).status, 201);
    for (const [base, body, status] of [
      ['/lin2', { nickname: 'Ada', password: PASSWORD }, 201],
      ['/lin2', { nickname: 'ada', password: PASSWORD }, 201],
      ['/lin2', { username: 'Ada', password: PASSWORD }, 201],
      ['/lin2', { username: 'Ada', nickname: 'root', password: PASSWORD }, 201],
      ['/lin2', { nickname: 'Ada', password: 'not this one' }, 400],
      ['/lin2', { nickname: 7, password: PASSWORD }, 400],
      ['/lin2', [], 400],
      ['/lin3', { nickname: 'Ada', password: PASSWORD }, 400],
      ['', { nickname: 'Ada', password: PASSWORD }, 400],
    ] as const) {
      const answer = await app.nobody.post(`${base}/cms/user/login`, body);
      const expected = status === 201 ? answer.status < 300 : answer.status >= status;
      assert.ok(expected, `${base} ${JSON.stringify(body)}: ${answer.status} ${answer.text}`);
    }
  });
});
