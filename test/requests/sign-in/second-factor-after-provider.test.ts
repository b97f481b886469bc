import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { LogLine } from '../../support/bodies.ts';
import type { Answer } from '../../support/client.ts';
import { freshApp, type Tokens } from '../../support/fresh-app.ts';
import { realProvider } from '../../support/outside/real-provider.ts';
import { Authenticator } from '../../support/sign-in/authenticator.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';
import {
  browser,
  cookieOf,
  goThrough,
  ORIGIN,
  PAGE,
  providerSettings,
  signInThrough,
  verifyAddress,
} from '../../support/sign-in/through-provider.ts';

const provider = await realProvider(['plain', 'trusted']);
const linking = { linksByAddress: true, createsUsers: true };
const app = await freshApp({
  language: 'en',
  oidcReturnUrls: [PAGE],
  oidcProviders: [
    providerSettings('plain', provider.issuer, linking),
    providerSettings('trusted', provider.issuer, { ...linking, secondFactors: ['mfa', 'urn:two'] }),
  ],
  factorPolicy: { groups: new Set(['Guarded']), graceMs: 0, freshMs: 600_000 },
});
const factors = secondFactorsOf(app);
const REQUIRED = [401, 10300];
const WRONG = [401, 10301];
const INVALID = [403, 10292];

const outcome = ({ status, body }: Answer<Tokens>) => [status, body.error_code];
const open = (sent: object) => app.request<Tokens>('POST', '/cms/oidc/session', { body: sent });
const given = ({ code, code_verifier }: { code: string; code_verifier: string }) => ({ code, code_verifier });

let count = 0;
/** Somebody of the provider, who is the next to sign in there and whose address this user has verified. */
async function known(id: number): Promise<string> {
  const sub = `person ${++count}`;
  const email = `${sub.replace(' ', '')}@company.test`;
  await app.root.done(`PUT /cms/admin/user/${id}`, { email });
  await verifyAddress(app, id);
  provider.accounts.set(sub, { email, email_verified: true, name: sub });
  provider.state.who = sub;
  return sub;
}

async function protectedPerson(groupIds: readonly number[] = []) {
  const person = await factors.protectedPerson(groupIds);
  await known(person.id);
  return person;
}

const identitiesOf = async (id: number) =>
  (await app.database.look('select id from quire_identity where user_id = ?', id)).length;
const proofsOf = (id: number) =>
  app.database.look('select proved_by, proved_time from quire_session where user_id = ? order by id', id);
const lastProof = async (id: number) => (await proofsOf(id)).at(-1);

beforeEach(() => {
  provider.state.amr = undefined;
  provider.state.acr = undefined;
});

describe('after a provider, an account with a second factor', () => {
  it('is asked for it, and the same code of the visit goes on with it', async () => {
    const { id, app: own } = await protectedPerson();
    const visit = given(await goThrough(app, 'plain'));
    assert.deepEqual(outcome(await open(visit)), REQUIRED);
    assert.equal(await identitiesOf(id), 0, 'nothing is linked before the second factor');
    const opened = await open({ ...visit, factor_code: own.code() });
    assert.equal(opened.status, 200, opened.text);
    const { proved_by, proved_time } = (await lastProof(id)) ?? {};
    assert.deepEqual([proved_by, proved_time !== null], ['totp', true]);
    assert.deepEqual(outcome(await open({ ...visit, factor_code: own.code(1) })), INVALID, 'once');
    const lines = await app.root.list<LogLine>('/cms/log');
    assert.match(lines.map(({ message }) => message).join('\n'), /Signed in through The plain \(code\)/);
  });
  it('is refused a wrong code, and one that was used', async () => {
    const { app: own } = await protectedPerson();
    const visit = given(await goThrough(app, 'plain'));
    assert.deepEqual(outcome(await open({ ...visit, factor_code: '000000' })), WRONG);
    const used = own.code();
    assert.equal((await open({ ...visit, factor_code: used })).status, 200);
    assert.deepEqual(outcome(await signInThrough(app, 'plain', { factor_code: used })), WRONG);
  });
  it('is let in by a recovery code, once', async () => {
    const { codes } = await protectedPerson();
    assert.equal((await signInThrough(app, 'plain', { factor_code: codes[0] })).status, 200);
    assert.deepEqual(outcome(await signInThrough(app, 'plain', { factor_code: codes[0] })), WRONG);
  });
  it('is let in by its own passkey, and by nobody else’s', async () => {
    const [person, other] = [await app.person(), await app.person()];
    const [{ device }, { device: foreign }] = [
      await factors.addPasskey(person),
      await factors.addPasskey(other, new Authenticator()),
    ];
    await known(person.id);
    const answerOf = async (one: Authenticator) => ({ passkey: one.answer(await factors.signInOptions()) });
    assert.deepEqual(outcome(await signInThrough(app, 'plain', await answerOf(foreign))), WRONG);
    assert.equal((await signInThrough(app, 'plain', await answerOf(device))).status, 200);
  });
  it('is let in by a device that it asked to remember', async () => {
    const { id, app: own } = await protectedPerson();
    const sent = { factor_code: own.code(), remember_device: true };
    const { device } = (await signInThrough(app, 'plain', sent)).body as Tokens & { device: string };
    assert.ok(device);
    assert.equal((await signInThrough(app, 'plain', { device })).status, 200);
    assert.equal((await lastProof(id))?.proved_time, null, 'nothing was proved freshly');
    const other = await protectedPerson();
    assert.deepEqual(outcome(await signInThrough(app, 'plain', { device })), REQUIRED, `not ${other.id}’s`);
  });
  it('is not opened by many guesses', async () => {
    const { app: own } = await protectedPerson();
    const visit = given(await goThrough(app, 'plain'));
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, guess) =>
        open({ ...visit, factor_code: String(guess).padStart(6, '0') }),
      ),
    );
    assert.ok(tries.every(({ status }) => status !== 200));
    assert.equal((await open({ ...visit, factor_code: own.code() })).status, 429);
  });
  it('gets one session for one visit, however many ask at once', async () => {
    const { codes } = await protectedPerson();
    const visit = given(await goThrough(app, 'plain'));
    const answers = await Promise.all(codes.slice(0, 4).map((one) => open({ ...visit, factor_code: one })));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });
  it('signs in to the console in the same way, which keeps the device in a cookie', async () => {
    const { app: own } = await protectedPerson();
    const way = browser(app);
    const begun = await way.here('/cms/oidc/plain/start?return_to=/console/book');
    const back = new URL(
      String((await way.here(await way.signInThere(String(begun.headers.location)))).headers.location),
    );
    const headers = { ...cookieOf(way.own), origin: ORIGIN, host: 'quire.test', 'x-quire-console': 'new' };
    const code = back.searchParams.get('code');
    const ask = (sent: object) =>
      app.request<Tokens>('POST', '/cms/oidc/console-session', { body: { code, ...sent }, headers });
    assert.deepEqual(outcome(await ask({})), REQUIRED);
    const opened = await ask({ factor_code: own.code(), remember_device: true });
    assert.equal(opened.status, 200, opened.text);
    assert.match(String(opened.headers['set-cookie']), /device/);
  });
});

describe('a provider that asks for a second factor itself', () => {
  it('is believed where a setting says so, by `amr` or by `acr`', async () => {
    const { id } = await protectedPerson();
    for (const [amr, acr] of [[['pwd', 'mfa']], [undefined, 'urn:two']] as const) {
      Object.assign(provider.state, { amr, acr });
      assert.equal((await signInThrough(app, 'trusted')).status, 200);
      const { proved_by, proved_time } = (await lastProof(id)) ?? {};
      assert.deepEqual([proved_by, proved_time], ['provider', null], 'which is no fresh proof');
    }
  });
  it('is not believed without the setting, nor for other words', async () => {
    await protectedPerson();
    provider.state.amr = ['pwd'];
    assert.deepEqual(outcome(await signInThrough(app, 'trusted')), REQUIRED);
    provider.state.amr = ['mfa', 'urn:two'];
    assert.deepEqual(outcome(await signInThrough(app, 'plain')), REQUIRED);
  });
  it('is not believed for what only its user information says', async () => {
    await protectedPerson();
    const { who } = provider.state;
    provider.accounts.set(who, { ...provider.accounts.get(who), mfa: true, acr_values: 'urn:two' });
    assert.deepEqual(outcome(await signInThrough(app, 'trusted')), REQUIRED);
  });
  it('meets what a group requires, and a sign-in without it does not', async () => {
    const person = await app.person([await app.root.make('/cms/admin/group', { name: 'Guarded', info: '' })]);
    await known(person.id);
    const shown = async (name: string) => {
      const { body } = await signInThrough(app, name);
      return (await app.as(body.access_token).get('/cms/definition')).status;
    };
    assert.equal(await shown('trusted'), 403);
    provider.state.amr = ['mfa'];
    assert.equal(await shown('plain'), 403);
    assert.equal(await shown('trusted'), 200);
  });
});
