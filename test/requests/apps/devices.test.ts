import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshApp, PASSWORD, type Person } from '../../support/fresh-app.ts';
import { appsOf } from '../../support/sign-in/apps.ts';

const app = await freshApp({ contentDir: 'test/content/library', provider: true });
const { register } = appsOf(app);
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const headers = { 'content-type': 'application/x-www-form-urlencoded' };
let person: Person;
let client = '';

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
}

const form = <Body>(path: string, values: Readonly<Record<string, string>>) =>
  app.nobody.post<Body>(path, String(new URLSearchParams(values)), { headers });
const begin = async (more: Readonly<Record<string, string>> = {}): Promise<Begun> => {
  const answer = await form<Begun>('/oauth/device', { client_id: client, scope: 'read:novel', ...more });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const poll = (device_code: string) =>
  form<{ access_token: string; error: string }>('/oauth/token', {
    client_id: client,
    grant_type: DEVICE,
    device_code,
  });

before(async () => {
  person = await app.person();
  client = (await register({ name: 'Television', redirect_uris: [], uses_devices: true })).client_id;
});

describe('a device without a browser', () => {
  it('is signed in by the code that it shows', async () => {
    const begun = await begin();
    const page = await app.nobody.get(new URL(begun.verification_uri).pathname);
    assert.match(String(page.headers.location), /\/console\/device$/);
    assert.equal((await poll(begun.device_code)).body.error, 'authorization_pending');
    const shown = await person.read<{ app: { name: string }; wants: { scope: string }[] }>(
      `/api/oauth/device/wants?user_code=${begun.user_code.toLowerCase()}`,
    );
    assert.equal(shown.app.name, 'Television');
    const scopes = shown.wants.map(({ scope }) => scope);
    await person.done('POST /api/oauth/device/decision', { user_code: begun.user_code, scopes });
    const { body } = await poll(begun.device_code);
    const device = app.as(body.access_token);
    assert.equal((await device.get('/api/v1/novel')).status, 200);
    assert.equal((await device.get('/api/v1/author')).status, 403);
    assert.equal((await poll(begun.device_code)).body.error, 'invalid_grant');
  });
  it('is refused by a person who says no', async () => {
    const begun = await begin();
    await person.done('POST /api/oauth/device/decision', { user_code: begun.user_code, scopes: null });
    assert.equal((await poll(begun.device_code)).body.error, 'access_denied');
  });
  it('is decided on once, and by people alone', async () => {
    const begun = await begin();
    const decision = { user_code: begun.user_code, scopes: [] };
    assert.equal((await app.nobody.post('/api/oauth/device/decision', decision)).status, 401);
    await person.done('POST /api/oauth/device/decision', decision);
    assert.equal((await person.post('/api/oauth/device/decision', decision)).status, 404);
  });
  for (const asked of [
    { prompt: 'login' },
    { max_age: '0', scope: 'openid' },
    { max_age: '1', scope: 'openid' },
  ] as const)
    it(`is signed in by a new proof alone where it sends ${JSON.stringify(asked)}`, async () => {
      const [one, ago] = [await app.person(), Date.now() - 60_000];
      const age = 'update quire_session set proved_time = ?, create_time = ? where user_id = ?';
      await app.behind(age, ago, ago, one.id);
      const { user_code, device_code } = await begin(asked);
      const decide = () => one.outcome('POST /api/oauth/device/decision', { user_code, scopes: [] });
      assert.deepEqual(await decide(), [403, 10302]);
      assert.equal((await poll(device_code)).body.error, 'authorization_pending');
      await one.done('POST /cms/user/reauthentication', { password: PASSWORD });
      assert.equal((await decide())[0], 204);
      assert.ok((await poll(device_code)).body.access_token);
    });
  it('is signed in without one where the last is recent enough', async () => {
    const one = await app.person();
    const { user_code } = await begin({ max_age: '10000', scope: 'openid' });
    const decision = { user_code, scopes: ['openid'] };
    assert.equal((await one.post('/api/oauth/device/decision', decision)).status, 204);
  });
  it('is not found by guesses', async () => {
    const guesser = await app.person();
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      statuses.push(
        (await guesser.get(`/api/oauth/device/wants?user_code=BCDF-GHJ${'KLMNPQRSTVWX'[turn]}`)).status,
      );
    assert.equal(statuses[0], 404);
    assert.equal(statuses.at(-1), 429);
  });
});
