// No engine changes its result: the greeting is a text of the server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();

describe('somebody who looks whether the server is there', () => {
  for (const url of ['/', '/cms/test', '/lin3', '/lin3/', '/lin3/cms/test/']) {
    it(`is greeted at ${url}: a browser by a page that runs and loads nothing, a program by JSON`, async () => {
      const browser = await app.nobody.get(url, { headers: { accept: 'text/html,*/*;q=0.8' } });
      assert.equal(browser.status, 200);
      assert.equal(browser.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(String(browser.headers['content-security-policy']), /default-src 'none'/);
      assert.match(browser.text, /Quire/);
      const program = await app.nobody.get(url);
      assert.match(String(program.body.message), /Quire/);
      for (const accept of ['text/html', '*/*'])
        assert.equal((await app.request('HEAD', url, { headers: { accept } })).text, '');
    });
  }
  it('refuses a wrong method in the words of the base', async () => {
    assert.equal((await app.nobody.post('/')).body.error_code, 10080);
    assert.equal((await app.nobody.post('/lin3')).body.code, 10080);
  });
});

describe('somebody who tries a client', () => {
  it('learns whether it signed in and holds a permission', async () => {
    const [member, granted] = [await app.person(), await app.granted('info.view')];
    for (const [path, token, status, code] of [
      ['/lin3/cms/test/json', undefined, 401, 10000],
      ['/lin3/cms/test/json', member.access, 200, undefined],
      ['/lin3/cms/test/info', member.access, 401, 10001],
      ['/lin3/cms/test/info', granted.access, 200, undefined],
    ] as const) {
      const answer = await app.request('GET', path, token === undefined ? {} : { token });
      assert.deepEqual([answer.status, answer.body.code], [status, code], path);
      assert.equal(typeof answer.body.message, 'string');
    }
  });
});
