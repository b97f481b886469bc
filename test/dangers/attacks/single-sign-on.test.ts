import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { falseProvider } from '../../support/outside/false-provider.ts';
import { openFalseSignIn } from '../../support/sign-in/false-sign-in.ts';
import { browser, cookieOf, proof } from '../../support/sign-in/through-provider.ts';

const other = await falseProvider();
const { provider, app, begin, comeBack, handIn, outcomeOf, good } = await openFalseSignIn({ other });

const INVALID = [403, 10292];
const REFUSED = [403, 10291];

describe('the return from a provider', () => {
  it('counts once, with everything right', async () => {
    assert.deepEqual(await outcomeOf(good), [200, undefined]);
  });
  it('counts once where its state comes back again', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const first = await comeBack(begun);
    const second = await comeBack(begun);
    assert.deepEqual([second.answer.status, second.answer.body.error_code], INVALID);
    assert.deepEqual(await handIn(first.code, begun.verifier), [200, undefined]);
    assert.deepEqual(await handIn(first.code, begun.verifier), INVALID);
  });
  it('counts once where it comes many times at the same moment', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const all = await Promise.all(Array.from({ length: 20 }, () => comeBack(begun)));
    const codes = all.flatMap(({ code }) => code || []);
    assert.equal(codes.length, 1);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => handIn(codes[0] ?? '', begun.verifier)),
    );
    assert.equal(outcomes.filter(([status]) => status === 200).length, 1);
  });
  it('counts for minutes', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const { code } = await comeBack(begun);
    const [record] = await app.database.look('select max(expire_time) as time from quire_sign_in_attempt');
    assert.ok(Number(record?.time) <= Date.now() + 600_000);
    await app.behind('update quire_sign_in_attempt set expire_time = 1');
    assert.deepEqual(await handIn(code, begun.verifier), INVALID);
  });
  it('counts only in the browser that began', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    for (const way of [browser(app), (await begin()).way]) {
      const { answer } = await comeBack({ ...begun, way });
      assert.deepEqual([answer.status, answer.body.error_code], INVALID);
    }
  });
  it('counts only for the client that began', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const { code } = await comeBack(begun);
    assert.deepEqual(await handIn(code, proof().verifier), INVALID);
    const withCookie = await app.nobody.post(
      '/cms/oidc/console-session',
      { code },
      {
        headers: {
          ...cookieOf(begun.way.own),
          origin: 'https://quire.test',
          host: 'quire.test',
          'x-quire-console': 'new',
        },
      },
    );
    assert.equal(withCookie.status, 403);
  });
  it('counts for no other provider', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun);
    const { answer } = await comeBack(begun, {}, 'other');
    assert.deepEqual([answer.status, answer.body.error_code], INVALID);
  });
  it('is not for linking, nor linking for it', async () => {
    const begun = await begin();
    provider.state.idToken = await good(begun, { sub: 'for linking' });
    provider.state.userinfo = { sub: 'for linking' };
    const { code } = await comeBack(begun);
    const person = await app.person();
    const body = { code, code_verifier: begun.verifier };
    assert.deepEqual(await person.outcome('POST /cms/oidc/identities', body), INVALID);
  });
  it('must name the provider that was asked', async () => {
    for (const iss of [other.issuer, '']) assert.deepEqual(await outcomeOf(good, { iss }), REFUSED);
  });
  it('is refused without a code, and with the provider’s refusal', async () => {
    assert.deepEqual(await outcomeOf(good, { code: '' }), REFUSED);
    assert.deepEqual(await outcomeOf(good, { error: 'access_denied' }), REFUSED);
  });
  it('with cookies that were changed or are somebody’s own invention is refused', async () => {
    const begun = await begin();
    for (const value of ['', 'x', 'A'.repeat(200)]) {
      for (const name of begun.way.own.keys()) begun.way.own.set(name, value);
      const { answer } = await comeBack(begun);
      assert.deepEqual([answer.status, answer.body.error_code], INVALID);
    }
  });
});
