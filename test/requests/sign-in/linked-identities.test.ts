import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BodyOf } from '../../support/bodies.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { realProvider } from '../../support/outside/real-provider.ts';
import { secondFactorsOf } from '../../support/sign-in/second-factors.ts';
import {
  browser,
  goThrough,
  PAGE,
  proof,
  providerSettings,
  signInThrough,
  verifyAddress,
} from '../../support/sign-in/through-provider.ts';

const provider = await realProvider(['company']);
const appWith = (changes = {}) =>
  freshApp({
    language: 'en',
    oidcReturnUrls: [PAGE],
    oidcProviders: [providerSettings('company', provider.issuer, changes)],
  });
const [closed, linking] = [await appWith(), await appWith({ linksByAddress: true })];
const grouping = await appWith({
  createsUsers: true,
  groupsClaim: 'groups',
  groups: [
    ['writers', 'Writers'],
    ['editors', 'Editors'],
    ['admins', 'root'],
    ['gone', 'No such group'],
  ],
});
type App = typeof closed;
const UNKNOWN = [403, 10293];

let count = 0;
function somebody(claims: Readonly<Record<string, unknown>> = {}): { sub: string; address: string } {
  const sub = `subject ${++count}`;
  const address = `person${count}@company.test`;
  provider.accounts.set(sub, { email: address, email_verified: true, name: `Person ${count}`, ...claims });
  provider.state.who = sub;
  return { sub, address };
}

async function outcome(app: App): Promise<unknown[]> {
  const { status, body } = await signInThrough(app, 'company');
  return [status, body.error_code];
}
const whoIs = (app: App, token: string) =>
  app.as(token).read<{ id: number; username: string; groups: { name: string }[] }>('/cms/user/information');
type Person = Awaited<ReturnType<App['person']>>;

/** Links who is named at the provider, as a page of the project does. */
async function link(app: App, person: Person, way = browser(app)) {
  const asked = { return_to: PAGE, password: PASSWORD };
  const { url } = await person.done<{ url: string }>('POST /cms/oidc/company/link', asked);
  const { code, code_verifier } = await goThrough(app, 'company', {
    way,
    start: url.replace('https://quire.test', ''),
  });
  return { code, code_verifier };
}
const linked = (person: Person) => person.read<BodyOf<'GET /cms/oidc/identities'>>('/cms/oidc/identities');

describe('somebody without an account', () => {
  it('gets none unless the setting says so', async () => {
    somebody();
    assert.deepEqual(await outcome(closed), UNKNOWN);
  });
  it('is not linked by their address unless the setting says so', async () => {
    const { address } = somebody();
    const owner = await closed.person();
    await closed.root.done(`PUT /cms/admin/user/${owner.id}`, { email: address });
    assert.deepEqual(await outcome(closed), UNKNOWN);
  });
});

describe('a link by address', () => {
  it('is made once where the setting says so', async () => {
    const { address } = somebody();
    const owner = await linking.person();
    await linking.root.done(`PUT /cms/admin/user/${owner.id}`, { email: address.toUpperCase() });
    await verifyAddress(linking, owner.id);
    const { body } = await signInThrough(linking, 'company');
    assert.equal((await whoIs(linking, body.access_token)).id, owner.id);
    await linking.root.done(`PUT /cms/admin/user/${owner.id}`, { email: 'elsewhere@home.test' });
    const again = await signInThrough(linking, 'company');
    assert.equal((await whoIs(linking, again.body.access_token)).id, owner.id, 'by the subject from then on');
  });
  it('needs an address that the provider has verified', async () => {
    for (const email_verified of [false, undefined, 'true']) {
      const { address } = somebody({ email_verified });
      const owner = await linking.person();
      await linking.root.done(`PUT /cms/admin/user/${owner.id}`, { email: address });
      assert.deepEqual(await outcome(linking), UNKNOWN);
    }
  });
  it('is not made with an account to which somebody else gave the address', async () => {
    const given = async (address: string, how: (address: string) => Promise<unknown>) => {
      await how(address);
      assert.deepEqual(await outcome(linking), UNKNOWN);
    };
    const account = { password: PASSWORD, confirm_password: PASSWORD };
    await given(somebody().address, (email) =>
      linking.root.done('POST /cms/user/register', { ...account, username: 'hers', email }),
    );
    await given(somebody().address, async (email) => {
      const one = await linking.person();
      await verifyAddress(linking, one.id);
      await linking.root.done(`PUT /cms/admin/user/${one.id}`, { email });
    });
  });
  it('shuts out who set the password of the account, with all that was added by it', async () => {
    const { address } = somebody();
    const owner = await linking.person();
    await linking.root.done(`PUT /cms/admin/user/${owner.id}`, { email: address });
    await verifyAddress(linking, owner.id);
    const set = { new_password: 'another horse 2', confirm_password: 'another horse 2' };
    await linking.root.done(`PUT /cms/admin/user/${owner.id}/password`, set);
    const intruder = linking.as((await linking.signIn(owner.username, 'another horse 2')).access);
    const { body } = await signInThrough(linking, 'company');
    assert.equal((await whoIs(linking, body.access_token)).id, owner.id);
    assert.equal((await intruder.get('/cms/user/information')).status, 422);
    assert.equal((await linking.logIn(owner.username, 'another horse 2')).status, 401);
  });
  it('is not made with a user who only claims the address', async () => {
    const { address } = somebody();
    const claimant = await linking.person();
    await claimant.done('PUT /cms/user', { email: address });
    assert.deepEqual(await outcome(linking), UNKNOWN);
  });
  it('is not made with super administrators and programs', async () => {
    const { address } = somebody();
    const chief = await linking.superAdministrator();
    await linking.behind(
      'update quire_user set email = ?, email_key = ? where id = ?',
      address,
      address,
      chief.id,
    );
    await verifyAddress(linking, chief.id);
    assert.deepEqual(await outcome(linking), UNKNOWN);
    const second = somebody();
    const bot = await linking.root.make('/cms/service-user', { username: 'robot' });
    await linking.behind(
      'update quire_user set email = ?, email_key = ? where id = ?',
      second.address,
      second.address,
      bot,
    );
    await verifyAddress(linking, bot);
    assert.deepEqual(await outcome(linking), UNKNOWN);
  });
});

describe('an identity', () => {
  it('is linked, listed and unlinked by its user', async () => {
    somebody({ name: 'Ada' });
    const person = await closed.person();
    const sent = await link(closed, person);
    assert.equal((await person.post('/cms/oidc/identities', sent)).status, 201);
    assert.equal((await person.post('/cms/oidc/identities', sent)).status, 403, 'the code is used');
    const [one] = await linked(person);
    assert.deepEqual([one?.provider, one?.name], ['The company', 'Ada']);
    assert.doesNotMatch(JSON.stringify(await linked(person)), /subject|key/);
    const { body } = await signInThrough(closed, 'company');
    assert.equal((await whoIs(closed, body.access_token)).id, person.id);
    const path = `/cms/oidc/identities/${one?.id}/removal`;
    assert.equal((await (await closed.person()).post(path, { password: PASSWORD })).status, 404);
    assert.equal((await person.post(path, { password: 'wrong horse 1' })).status, 400);
    assert.equal((await person.post(path, { password: PASSWORD })).status, 200);
    assert.deepEqual(await linked(person), []);
    assert.equal((await closed.as(body.access_token).get('/cms/user/information')).status, 422, 'it ended');
    assert.equal((await person.get('/cms/user/information')).status, 200, 'this one goes on');
    assert.deepEqual(await outcome(closed), UNKNOWN);
  });
  it('is linked and unlinked by a fresh proof of who has a second factor', async () => {
    somebody();
    const person = await closed.person();
    await link(closed, person).then((sent) => person.done('POST /cms/oidc/identities', sent));
    const factors = secondFactorsOf(closed);
    await factors.setUpApp(person);
    await factors.age(person.id);
    const [one] = await linked(person);
    const asked = { return_to: PAGE, password: PASSWORD };
    assert.deepEqual(await person.outcome('POST /cms/oidc/company/link', asked), [403, 10302]);
    const removal = `POST /cms/oidc/identities/${one?.id}/removal`;
    assert.deepEqual(await person.outcome(removal, { password: PASSWORD }), [403, 10302]);
  });
  it('belongs to one user', async () => {
    somebody();
    const [one, other] = [await closed.person(), await closed.person()];
    await one.done('POST /cms/oidc/identities', await link(closed, one));
    const refused = await other.post('/cms/oidc/identities', await link(closed, other));
    assert.deepEqual([refused.status, refused.body.error_code], [409, 10294]);
    assert.deepEqual(await linked(other), []);
  });
  it('is linked by who began alone', async () => {
    somebody();
    const [one, other] = [await closed.person(), await closed.person()];
    const sent = await link(closed, one);
    assert.deepEqual(await other.outcome('POST /cms/oidc/identities', sent), [403, 10292]);
    assert.deepEqual(await linked(other), []);
  });
  it('is not linked without the password, or by a link that nobody was given', async () => {
    const person = await closed.person();
    const asked = { return_to: PAGE, password: 'wrong horse 1' };
    assert.equal((await person.post('/cms/oidc/company/link', asked)).status, 400);
    assert.equal(
      (await closed.nobody.post('/cms/oidc/company/link', { ...asked, password: PASSWORD })).status,
      401,
    );
    const query = new URLSearchParams({ return_to: PAGE, code_challenge: proof().challenge, ticket: 'x' });
    assert.equal((await closed.nobody.get(`/cms/oidc/company/start?${query}`)).status, 403);
  });
  it('goes with its user', async () => {
    somebody();
    const person = await closed.person();
    await person.done('POST /cms/oidc/identities', await link(closed, person));
    await closed.root.done(`DELETE /cms/admin/user/${person.id}`);
    assert.deepEqual(await outcome(closed), UNKNOWN);
  });
});

describe('groups from a claim', async () => {
  const make = (name: string) => grouping.root.make('/cms/admin/group', { name, info: '' });
  const [writers, , own] = [await make('Writers'), await make('Editors'), await make('Own')];
  const signIn = async () => {
    const { body, text } = await signInThrough(grouping, 'company');
    const { id, groups } = await whoIs(grouping, body.access_token ?? text);
    return { id, names: groups.map(({ name }) => name).sort(), access: body.access_token };
  };
  const claim = (sub: string, groups: unknown) =>
    provider.accounts.set(sub, { ...provider.accounts.get(sub), groups });

  const setPassword = (id: number) =>
    grouping.root.done(`PUT /cms/admin/user/${id}/password`, {
      new_password: PASSWORD,
      confirm_password: PASSWORD,
    });
  const unlink = async (token: string) => {
    const person = grouping.as(token);
    const [one] = await person.read<BodyOf<'GET /cms/oidc/identities'>>('/cms/oidc/identities');
    await person.done(`POST /cms/oidc/identities/${one?.id}/removal`, { password: PASSWORD });
  };

  it('are given and taken back at each sign-in, and others are left alone', async () => {
    const { sub } = somebody({ groups: ['writers', 'unknown'] });
    const { id, names } = await signIn();
    assert.deepEqual(names, ['Writers']);
    await grouping.root.done(`PUT /cms/admin/user/${id}`, { group_ids: [writers, own] });
    claim(sub, ['editors']);
    assert.deepEqual((await signIn()).names, ['Editors', 'Own']);
    claim(sub, 'editors');
    assert.deepEqual((await signIn()).names, ['Editors', 'Own']);
    for (const nothing of [undefined, [], 7, { a: 1 }, [['editors']]]) {
      claim(sub, nothing);
      assert.deepEqual((await signIn()).names, ['Own']);
    }
  });
  it('never take back what somebody gave by hand', async () => {
    const { sub } = somebody({ groups: [] });
    const { id, names } = await signIn();
    assert.deepEqual(names, ['guest']);
    await grouping.root.done(`PUT /cms/admin/user/${id}`, { group_ids: [writers] });
    claim(sub, ['writers']);
    assert.deepEqual((await signIn()).names, ['Writers']);
    claim(sub, []);
    assert.deepEqual((await signIn()).names, ['Writers']);
  });
  it('never make a super administrator', async () => {
    somebody({ groups: ['admins', 'gone'] });
    assert.deepEqual((await signIn()).names, ['guest']);
  });
  it('renew no membership that has ended, when they change and when they end', async () => {
    const { sub } = somebody({ groups: ['writers'] });
    const { id } = await signIn();
    const until = Date.now() + 86_400_000;
    await grouping.root.done(`PUT /cms/admin/user/${id}/memberships/${own}`, { until });
    await grouping.behind(
      'update quire_membership set until = 1 where user_id = ? and until is not null',
      id,
    );
    claim(sub, ['editors']);
    assert.deepEqual((await signIn()).names, ['Editors']);
    await setPassword(id);
    const { body } = await signInThrough(grouping, 'company');
    await unlink(body.access_token);
    const { groups } = await whoIs(grouping, body.access_token);
    assert.deepEqual(
      groups.map(({ name }) => name),
      ['guest'],
    );
  });
  it('end with the link', async () => {
    somebody({ groups: ['editors'] });
    const { id, access } = await signIn();
    await setPassword(id);
    const { body } = await signInThrough(grouping, 'company');
    await unlink(body.access_token);
    const { groups } = await whoIs(grouping, body.access_token);
    assert.deepEqual(
      groups.map(({ name }) => name),
      ['guest'],
    );
    assert.ok(access);
  });
});
