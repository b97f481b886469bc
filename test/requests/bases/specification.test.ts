import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { type Claims, makeTokens } from '../../../server/access/sign-in/tokens.ts';
import { claimsOf, freshApp, type Person } from '../../support/fresh-app.ts';

// Sections 4, 5 and 7 of the specification: every kind of caller on every one of its routes.

const app = await freshApp();
const bookId = await app.makeBook({ title: '山海经' });

type Headers = Readonly<Record<string, string>>;
interface Refusal {
  readonly status: number;
  readonly code: number;
}
type Outcome = 'ok' | Refusal;

const noToken: Refusal = { status: 401, code: 10000 };
const refused: Refusal = { status: 401, code: 10000 };
const expired: Refusal = { status: 401, code: 10050 };
const invalid: Refusal = { status: 422, code: 10040 };

const routes = {
  '/cms/user/auths': 'login',
  '/cms/admin/authority': 'super',
  '/cms/admin/users': 'super',
  '/cms/log/search': 'permission',
  [`/v1/book/${bookId}`]: 'login',
} as const;
type Level = (typeof routes)[keyof typeof routes];

const everywhere = (outcome: Outcome) => ({ login: outcome, permission: outcome, super: outcome });
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(header: unknown, claims: unknown, secret: string): string {
  const content = `${base64(header)}.${base64(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

let member: Person;
let granted: Person;
let deleted: Person;
let inactive: Person;
before(async () => {
  member = await app.person();
  granted = await app.granted('log.search');
  deleted = await app.person();
  inactive = await app.person();
  await app.root.done(`DELETE /cms/admin/user/${deleted.id}`);
  await app.root.done(`PUT /cms/admin/disable/${inactive.id}`);
});

const claims = () => claimsOf(app.root.access) as unknown as Claims;
const tokens = makeTokens([app.secret]);
const past = (other: Partial<Claims> = {}) => {
  const now = Math.floor(Date.now() / 1000);
  return tokens.sign({ ...claims(), iat: now - 7200, exp: now - 1, ...other });
};

const later = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const callers: Record<string, { headers: () => Headers; outcomes: Record<Level, Outcome> }> = {
  'no token': { headers: () => ({}), outcomes: everywhere(noToken) },
  'an empty header': { headers: () => ({ authorization: '' }), outcomes: everywhere(noToken) },
  'a scheme without a token': {
    headers: () => ({ authorization: 'Bearer ' }),
    outcomes: everywhere(noToken),
  },
  'a malformed token': { headers: () => bearer('not-a-token'), outcomes: everywhere(invalid) },
  'three empty parts': { headers: () => bearer('..'), outcomes: everywhere(invalid) },
  'another scheme': {
    headers: () => ({ authorization: 'Basic cm9vdDpyb290' }),
    outcomes: everywhere(invalid),
  },
  'a very long token': { headers: () => bearer('a'.repeat(8000)), outcomes: everywhere(invalid) },
  'a token signed with another key': {
    headers: () => bearer(makeTokens(['x'.repeat(32)]).sign(claims())),
    outcomes: everywhere(invalid),
  },
  'a forged token that has expired': {
    headers: () => bearer(makeTokens(['x'.repeat(32)]).sign({ ...claims(), exp: 1 })),
    outcomes: everywhere(invalid),
  },
  'a token of algorithm none': {
    headers: () => bearer(`${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims())}.`),
    outcomes: everywhere(invalid),
  },
  'a signed token whose header says none': {
    headers: () => bearer(signed({ alg: 'none', typ: 'JWT' }, claims(), app.secret)),
    outcomes: everywhere(invalid),
  },
  'claims exchanged under a genuine signature': {
    headers: () => {
      const [header, , signature] = member.access.split('.');
      return bearer(`${header}.${base64(claims())}.${signature}`);
    },
    outcomes: everywhere(invalid),
  },
  'a genuine signature over what is no claims': {
    headers: () => bearer(signed({ alg: 'HS256', typ: 'JWT' }, { exp: 99999999999 }, app.secret)),
    outcomes: everywhere(invalid),
  },
  'a refresh token': { headers: () => bearer(app.root.refresh), outcomes: everywhere(invalid) },
  'an expired refresh token': {
    headers: () => bearer(past({ type: 'refresh' })),
    outcomes: everywhere(invalid),
  },
  'a token of the future': {
    headers: () => bearer(past({ iat: later(3600), exp: later(7200) })),
    outcomes: everywhere(invalid),
  },
  'a token that is not good yet': {
    headers: () => bearer(past({ exp: later(7200), nbf: later(3600) })),
    outcomes: everywhere(invalid),
  },
  'a token of a clock that is a little ahead': {
    headers: () => bearer(past({ iat: later(5), nbf: later(5), exp: later(7200) })),
    outcomes: everywhere('ok'),
  },
  'an expired token': { headers: () => bearer(past()), outcomes: everywhere(expired) },
  'a session that never was': {
    headers: () => bearer(tokens.sign({ ...claims(), session: '9223372036854775807' })),
    outcomes: everywhere(invalid),
  },
  'the token of a deleted user': { headers: () => bearer(deleted.access), outcomes: everywhere(invalid) },
  'the token of a deactivated user': {
    headers: () => bearer(inactive.access),
    outcomes: everywhere(invalid),
  },
  'a member of no granted group': {
    headers: () => bearer(member.access),
    outcomes: { login: 'ok', permission: refused, super: refused },
  },
  'a member of a granted group': {
    headers: () => bearer(granted.access),
    outcomes: { login: 'ok', permission: 'ok', super: refused },
  },
  'a super administrator': { headers: () => bearer(app.root.access), outcomes: everywhere('ok') },
  'a super administrator, scheme in capitals': {
    headers: () => ({ authorization: `BEARER ${app.root.access}` }),
    outcomes: everywhere('ok'),
  },
  'a super administrator, bare token': {
    headers: () => ({ authorization: app.root.access }),
    outcomes: everywhere('ok'),
  },
};

for (const [caller, { headers, outcomes }] of Object.entries(callers)) {
  describe(caller, () => {
    for (const [path, level] of Object.entries(routes)) {
      const outcome = outcomes[level];
      const expectation = outcome === 'ok' ? '200' : `${outcome.status}/${outcome.code}`;
      it(`GET ${path} → ${expectation}`, async () => {
        const answer = await app.nobody.get(`${path}?`, { headers: headers() });
        if (outcome === 'ok') {
          assert.equal(answer.status, 200, answer.text);
          return;
        }
        const isBook = path.startsWith('/v1');
        const [code, text] = isBook ? ['code', 'message'] : ['error_code', 'msg'];
        assert.equal(answer.status, outcome.status, answer.text);
        assert.deepEqual(Object.keys(answer.body).sort(), [code, text, 'request'].sort());
        assert.equal(answer.body[code], outcome.code);
        assert.equal(answer.body.request, `GET ${path}`);
        assert.match(String(answer.body[text]), /\p{Script=Han}/u);
        assert.match(String(answer.headers['content-type']), /^application\/json/);
      });
    }
  });
}

describe('the texts of refusals', () => {
  const textOf = async (path: string, token?: string) =>
    (await app.request('GET', path, token === undefined ? {} : { token })).body.msg;
  it('tells a missing token, a missing rank and a missing permission apart', async () => {
    const texts = [
      await textOf('/cms/admin/users'),
      await textOf('/cms/admin/users', member.access),
      await textOf('/cms/log/search', member.access),
      await textOf('/cms/user/auths', past()),
      await textOf('/cms/user/auths', 'x'),
    ];
    assert.equal(new Set(texts).size, texts.length, String(texts));
  });
});

describe('the current-user record', () => {
  const keys = [
    'active',
    'admin',
    'auths',
    'avatar',
    'create_time',
    'email',
    'group_id',
    'id',
    'nickname',
    'update_time',
  ];
  it('has the ten fields of section 2.3, of their types, and no other', async () => {
    const body = await granted.read('/cms/user/auths');
    assert.deepEqual(Object.keys(body).toSorted(), keys.toSorted());
    assert.equal(body.id, granted.id);
    assert.equal(body.admin, 2);
    assert.equal(body.active, 1);
    assert.equal(body.email, '');
    assert.equal(body.avatar, null);
    for (const key of ['create_time', 'update_time', 'group_id']) assert.ok(Number.isInteger(body[key]), key);
    assert.deepEqual(body.auths, [{ 日志: [{ auth: '搜索日志', module: '日志' }] }]);
    assert.doesNotMatch(JSON.stringify(body), /argon2|credential/);
  });
  it('says of a super administrator that admin is not 2', async () => {
    const body = await app.root.read('/cms/user/auths');
    assert.equal(body.admin, 1);
  });
});

it('of a book, a caller without a token is told to sign in first, and elsewhere to check the header as well', async () => {
  const said = async (path: string, language: string) => {
    const { body } = await app.nobody.get(path, { headers: { 'accept-language': language } });
    return String(body.message ?? body.msg);
  };
  for (const path of [`/v1/book/${bookId}`, '/v1/book', `/v1/book/${bookId}/history`]) {
    assert.equal(await said(path, 'zh'), '请先登录');
    assert.equal(await said(path, 'en'), 'Sign in first');
  }
  assert.match(await said('/cms/user/auths', 'zh'), /请求头/);
});
