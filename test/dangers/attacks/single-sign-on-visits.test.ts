// No engine changes its result: addresses are checked before a record is read, and guesses counted as those of passwords are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFalseSignIn } from '../../support/sign-in/false-sign-in.ts';
import { browser, cookieOf, PAGE, proof } from '../../support/sign-in/through-provider.ts';

const { provider, app } = await openFalseSignIn();

describe('where a visit may end', () => {
  const elsewhere = [
    'https://evil.test',
    '//evil.test/console',
    '/\\evil.test',
    'https://quire.test@evil.test/console',
    '/console/../../cms/user',
    '/console/..%2f..',
    '/consolevil',
    '/console\r\nset-cookie: a=b',
    'javascript:alert(1)',
    `${PAGE}?x=1`,
    `${PAGE}.evil.test`,
    '',
    '/',
    '/cms/user/information',
  ];
  for (const return_to of elsewhere)
    it(`is not ${JSON.stringify(return_to)}`, async () => {
      const query = new URLSearchParams({ return_to, code_challenge: proof().challenge });
      const answer = await app.nobody.get(`/cms/oidc/false/start?${query}`);
      if (answer.status === 302) {
        const begun = browser(app);
        const first = await begun.here(`/cms/oidc/false/start?${query}`);
        const state = new URL(String(first.headers.location)).searchParams.get('state') ?? '';
        const given = new URLSearchParams({ code: 'c', state, iss: provider.issuer });
        const back = await app.nobody.get(`/cms/oidc/false/callback?${given}`, {
          headers: cookieOf(begun.own),
        });
        assert.match(String(back.headers.location), /^https:\/\/quire\.test\/console(\/|\?|$)/);
      } else assert.equal(answer.status, 400);
    });
  it('is a page of the project only with a challenge', async () => {
    assert.equal((await app.nobody.get(`/cms/oidc/false/start?return_to=${PAGE}`)).status, 400);
  });
});

describe('guesses of codes', () => {
  it('are counted like those of passwords', async () => {
    const address = '10.77.0.1';
    const guess = () =>
      app.nobody.post('/cms/oidc/session', { code: 'x', code_verifier: proof().verifier }, { address });
    const statuses = new Set<number>();
    for (let tries = 0; tries < 95; tries += 1) statuses.add((await guess()).status);
    assert.deepEqual([...statuses], [403, 429]);
  });
});
