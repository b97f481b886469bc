// No engine changes its result: it is about what a client does with codes and tokens.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { makeTokens } from '../../server/access/sign-in/tokens.ts';
import { claimsOf, PASSWORD } from '../support/fresh-app.ts';
import { BUILDS, type LinClient, read } from '../support/lin/lin-client.ts';
import { linSite } from '../support/lin/lin-site.ts';
import { image } from '../support/records/uploads.ts';
import { secondFactorsOf } from '../support/sign-in/second-factors.ts';

// How lin-cms-vue 0.4.3 goes on and ends, by nothing but the codes of answers.

const { app, client, signedIn } = await linSite();

let root: LinClient;
before(async () => {
  root = await signedIn('root');
});

for (const build of BUILDS)
  describe(`a session (${build})`, () => {
    const expired = (token = '') =>
      makeTokens([app.secret]).sign({ ...claimsOf(token), exp: Math.floor(Date.now() / 1000) - 1 } as never);

    it('refreshes an expired access token, each time anew', async () => {
      const { username } = await app.person();
      const visitor = await signedIn(username, PASSWORD, build);
      const first = visitor.refresh;
      for (let hour = 1; hour <= 3; hour += 1) {
        visitor.access = expired(visitor.access);
        const answers = await Promise.all([1, 2, 3].map(() => visitor.ask('GET', 'v1/book')));
        assert.ok(answers.every(Array.isArray));
        await app.behind('update quire_session set refreshed_time = refreshed_time - 3600000');
      }
      assert.equal(visitor.refresh, first);
      assert.deepEqual([visitor.toasts, visitor.isSignedOut], [[], false]);
    });
    it('begins as ever without a second factor; with one, the client shows what to do', async () => {
      const person = await app.person();
      await signedIn(person.username, PASSWORD, build);
      await secondFactorsOf(app).setUpApp(person);
      const visitor = client(build);
      assert.equal(await visitor.signIn(person.username, PASSWORD), false);
      assert.match(visitor.toasts.at(-1) ?? '', /双重验证/);
      assert.equal(visitor.access, undefined);
    });
    it('does once what was asked for while its access token had expired', async () => {
      const { username } = await app.person();
      const visitor = await signedIn(username, PASSWORD, build);
      visitor.access = expired(visitor.access);
      const form = new FormData();
      const pixels = await image();
      for (const turn of [1, 2, 3]) {
        // Large, so that the refusal comes while the body is still being sent.
        const bytes = Buffer.concat([pixels, Buffer.alloc(1_500_000, turn)]);
        form.append(`file_${turn}`, new Blob([Uint8Array.from(bytes)]), 'large.png');
      }
      const title = `by ${username}`;
      const [uploaded, books] = await Promise.all([
        visitor.ask('POST', 'cms/file', { data: form }),
        visitor.get('v1/book'),
        visitor.write('POST', 'v1/book', { title, author: '某人', summary: '一本书', image: 'x' }),
        visitor.write('PUT', '/cms/user', { nickname: '小林' }),
      ]);
      assert.equal((uploaded as unknown[]).length, 3);
      assert.ok(Array.isArray(books));
      const all = await visitor.get<{ title: string }[]>('v1/book');
      assert.equal(all.filter((book) => book.title === title).length, 1);
      assert.equal(read(await visitor.ask('GET', 'cms/user/information'), 'nickname'), '小林');
      assert.deepEqual([visitor.toasts, visitor.isSignedOut], [[], false]);
    });
    it('ends at the login page when the refresh token has expired too', async () => {
      const visitor = await signedIn((await app.person()).username, PASSWORD, build);
      visitor.access = expired(visitor.access);
      visitor.refresh = expired(visitor.refresh);
      assert.equal(await visitor.ask('GET', 'cms/user/information'), undefined);
      assert.deepEqual([visitor.isSignedOut, visitor.refreshes], [true, 1]);
    });
    it('ends at the login page when its user is deleted or deactivated, or the password was reset', async () => {
      const ends = [
        (id: number) => root.write('DELETE', `cms/admin/user/${id}`),
        (id: number) => root.write('PUT', `cms/admin/disable/${id}`),
        (id: number) =>
          root.write('PUT', `cms/admin/user/${id}/password`, {
            new_password: 'Words_789',
            confirm_password: 'Words_789',
          }),
      ];
      for (const end of ends) {
        const { id, username } = await app.person();
        const visitor = await signedIn(username, PASSWORD, build);
        await end(id);
        assert.equal(await visitor.ask('GET', 'v1/book'), undefined);
        assert.deepEqual([visitor.isSignedOut, visitor.refreshes], [true, 1]);
      }
    });
    it('that lost its tokens ends at the login page', async () => {
      const visitor = client(build);
      assert.equal(await visitor.ask('GET', 'cms/user/information'), undefined);
      assert.deepEqual([visitor.isSignedOut, visitor.refreshes], [true, 0]);
    });
  });
