import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { user } from '../../../server/access/accounts/user.collection.ts';
import { makeSeals } from '../../../server/shared/secrets/seals.ts';
import type { Client } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/drafts' });
const { root, nobody } = app;
const { program } = keysOf(app);
const [member, owner] = [await app.person(), await app.person()];
const granted = await app.granted('essay.drafts');
const reader = await app.granted('essay.note');
const id = await owner.make('/v1/essay', { title: 'Not yet public' });
await root.done(`PATCH /v1/essay/${id}`, { note: 'too long' });
const path = `/v1/essay/${id}/preview`;

const linkOf = async (maker: Client, to = path) => {
  const { status, body, text } = await maker.post(to);
  assert.equal(status, 201, text);
  return body as { readonly token: string; readonly url: string; readonly expire_time: number };
};
const open = (token: string, who: Client = nobody, from = path) => who.get(`${from}?token=${token}`);

describe('a preview link', () => {
  const makers = { nobody, member, reader, owner, granted, root };
  const made = { nobody: 401, member: 404, reader: 404, owner: 201, granted: 201, root: 201 };
  for (const [name, maker] of Object.entries(makers))
    it(`is ${made[name as keyof typeof made] === 201 ? 'made for' : 'refused to'} ${name}`, async () => {
      assert.equal((await maker.post(path)).status, made[name as keyof typeof made]);
    });

  for (const [name, who] of Object.entries(makers))
    it(`shows ${name} the draft with the fields that they could read if it were published`, async () => {
      const { status, body, headers } = await open((await linkOf(owner)).token, who);
      assert.equal(status, 200);
      assert.equal(body.title, 'Not yet public');
      const readsNotes = name === 'reader' || name === 'root';
      assert.equal(body.note, readsNotes ? 'too long' : undefined);
      assert.match(String(headers['cache-control']), /private/);
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal((await nobody.get(`/v1/essay/${id}`)).status, 404);
      assert.notEqual((await nobody.get(`/v1/essay/${id}?version=draft`)).status, 200);
    });

  it('leads to this server, for a day unless another time is asked for', async () => {
    const { url, token, expire_time } = await linkOf(owner);
    assert.equal(url, `https://quire.test${path}?token=${token}`);
    assert.ok(Math.abs(expire_time - Date.now() - 86_400_000) < 600_000);
    const { body } = await owner.post(path, { hours: 2 });
    assert.ok(Math.abs(Number(body.expire_time) - Date.now() - 7_200_000) < 600_000);
    for (const hours of [0, 721, 1.5, '2'])
      assert.equal((await owner.post(path, { hours })).status, 400, String(hours));
  });

  it('leads to the page of the site too, once the draft has what its address needs', async () => {
    const { body: named } = await owner.post(path);
    assert.equal(named.page, `https://site.example/essays/not-yet-public?part=1&preview=${named.token}`);
    const untitled = await owner.make('/v1/essay', {});
    assert.equal((await owner.post(`/v1/essay/${untitled}/preview`)).body.page, null);
    const front = await root.post('/v1/front/preview');
    assert.equal(front.body.page, null);
  });

  it('shows what the draft holds when it is opened', async () => {
    const essay = await owner.make('/v1/essay', { title: 'First' });
    const to = `/v1/essay/${essay}/preview`;
    const { token } = await linkOf(owner, to);
    await root.done(`PATCH /v1/essay/${essay}`, { title: 'Second' });
    assert.equal((await open(token, nobody, to)).body.title, 'Second');
    await root.done(`DELETE /v1/essay/${essay}`);
    assert.equal((await open(token, nobody, to)).status, 400);
  });

  it('of a singleton shows its draft', async () => {
    await root.done('PATCH /v1/front', { headline: 'Tomorrow' });
    const { token } = await linkOf(root, '/v1/front/preview');
    assert.equal((await open(token, nobody, '/v1/front/preview')).body.headline, 'Tomorrow');
  });

  it('is not in the log', async () => {
    const { token } = await linkOf(owner);
    const { text } = await root.get('/cms/log?count=50');
    assert.ok(text.includes(`Preview link of Essay ${id} created`));
    assert.ok(!text.includes(token));
  });
});

describe('a preview link opens nothing', () => {
  const refused = async (token: string, from = path) => {
    const { status, body, text } = await open(token, nobody, from);
    assert.equal(status, 400, text);
    assert.deepEqual(Object.keys(body.fields as object), ['token']);
    assert.ok(!text.includes('Not yet public'));
  };

  it('without its token, or with an altered one', async () => {
    const { token } = await linkOf(owner);
    assert.equal((await nobody.get(path)).status, 400);
    for (const altered of ['', 'x', token.slice(1), `${token.slice(0, -2)}AA`, token.repeat(2)])
      await refused(altered);
  });

  it('of another draft, or of another collection', async () => {
    const { token } = await linkOf(root);
    const other = await root.make('/v1/essay', { title: 'Not yet public either' });
    await refused(token, `/v1/essay/${other}/preview`);
    await refused(token, `/v1/essay/${other + 1000}/preview`);
    const writer = await root.make('/v1/writer', { name: 'Not yet public' });
    await refused(token, `/v1/writer/${writer}/preview`);
  });

  it('when its time is over, or sealed for another purpose', async () => {
    const account = await app.server.store.ownReads.find(user, 1n);
    const credential = hash('sha256', account?.credential ?? '', 'base64url');
    const link = { collection: 'essay_drafts', row: String(id), userId: '1', credential };
    const sealed = (purpose: 'preview' | 'oidc', expireTime: number) =>
      makeSeals([app.secret], purpose).seal('preview of essay_drafts', link, expireTime);
    assert.equal((await open(sealed('preview', Date.now() + 60_000))).status, 200);
    await refused(sealed('preview', Date.now() - 1));
    await refused(sealed('oidc', Date.now() + 60_000));
  });

  it('when its maker has a new password', async () => {
    const maker = await app.granted('essay.drafts');
    const { token } = await linkOf(maker);
    const password = { new_password: 'another horse 2', confirm_password: 'another horse 2' };
    await root.done(`PUT /cms/admin/user/${maker.id}/password`, password);
    await refused(token);
  });

  it('when its maker may no longer see the draft', async () => {
    const maker = await app.granted('essay.drafts');
    const { token } = await linkOf(maker);
    assert.equal((await open(token)).status, 200);
    await root.done(`PUT /cms/admin/user/${maker.id}`, { group_ids: [await app.groupWith()] });
    await refused(token);
  });

  it('when its maker is deactivated', async () => {
    const maker = await app.granted('essay.drafts');
    const { token } = await linkOf(maker);
    await root.done(`DELETE /cms/admin/user/${maker.id}/activation`);
    await refused(token);
  });

  it('when the API key that made it has ended', async () => {
    const robot = await program({}, [granted.groupId]);
    const { token } = await linkOf(robot);
    assert.equal((await open(token)).status, 200);
    await root.done(`DELETE /cms/key/${robot.id}`);
    await refused(token);
  });

  it('if it was to be made by an API key that reads only, or reads other collections', async () => {
    for (const limits of [{ read_only: true }, { records: ['writer'] }]) {
      const robot = await program(limits, [granted.groupId]);
      const answer = await robot.post(path);
      assert.ok(answer.status === 401 || answer.status === 404, answer.text);
      assert.ok(!('token' in answer.body));
    }
  });
});
