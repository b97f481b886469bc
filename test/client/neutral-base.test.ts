// No engine changes its result: the client turns failures into errors.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSWORD } from '../support/fresh-app.ts';
import { callOf, openLibrary } from '../support/library-client.ts';

const { app, base, Quire } = await openLibrary();

/** What an error tells on every base; a problem of `/api` is another status, and its record says it in English. */
function told(error: Record<string, unknown>) {
  const { code, fields, items } = error;
  const codes = (of: unknown) =>
    Object.entries(of as Record<string, { code: string }>).map(([path, one]) => [path, one.code]);
  return {
    code,
    fields: codes(fields),
    items: (items as { index: number; code: number; fields: object }[]).map((one) => [
      one.index,
      one.code,
      codes(one.fields),
    ]),
  };
}

describe('a client whose base is /api', () => {
  const [plain, neutral] = [base.replace('/api', ''), base].map((one) => new Quire({ base: one }));
  const [call, callNeutral] = [callOf(plain as never), callOf(neutral as never)];
  before(() => Promise.all([plain, neutral].map((one) => one?.signIn('root', PASSWORD))));

  it('writes, reads and removes', async () => {
    const id: string = await callNeutral('author', 'create', { name: 'Ann' });
    await callNeutral('author', 'patch', id, { name: 'Anna' });
    const record: Record<string, unknown> = await callNeutral('author', 'get', id);
    assert.equal(record.name, 'Anna');
    await callNeutral('author', 'remove', id);
    await neutral?.signOut();
    await neutral?.signIn('root', PASSWORD);
    const type = 'urn:quire:error:recordNotFound';
    await assert.rejects(callNeutral('author', 'get', id), { status: 404, code: 10022, type });
    await assert.rejects(call('author', 'get', id), { status: 404, code: 10022, type: undefined });
  });

  for (const [what, method, ...values] of [
    ['fields of a body', 'create', { name: 7, pin: 'x'.repeat(100) }],
    ['a parameter', 'list', { sort: 'nope' }],
    ['records of many', 'bulk', [{ action: 'create', values: { name: 7 } }]],
  ] as const)
    it(`learns of ${what} what one of / learns`, async () => {
      const errors = await Promise.all(
        [call, callNeutral].map((one) =>
          one('author', method, ...values).then(
            () => assert.fail('it was taken'),
            (error: Record<string, unknown>) => error,
          ),
        ),
      );
      assert.deepEqual(told(errors[1] ?? {}), told(errors[0] ?? {}));
      assert.match(String(errors[1]?.message), /^(Invalid input|Some records)/);
    });

  it('refreshes a token that was revoked, and forgets a session that ended', async () => {
    const kept = { tokens: undefined as { access: string; refresh: string } | undefined };
    const tokens = {
      get: () => kept.tokens,
      set(given: typeof kept.tokens) {
        kept.tokens = given;
      },
    };
    const one = new Quire({ base, tokens });
    await one.signIn('root', PASSWORD);
    const { access = '', refresh = '' } = kept.tokens ?? {};
    kept.tokens = { access: `${access}x`, refresh };
    await callOf(one)('author', 'list');
    assert.notEqual(kept.tokens?.refresh, refresh);
    await app.as(kept.tokens?.access).post('/cms/user/logout');
    await assert.rejects(callOf(one)('author', 'list'), { status: 401 });
    assert.equal(kept.tokens, undefined);
  });
});
