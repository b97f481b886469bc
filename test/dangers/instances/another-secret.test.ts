// Takes long: servers with other secrets start over the same database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { totp } from '../../../server/access/factors/totp.collection.ts';
import { webhook } from '../../../server/features/webhooks/webhook.collection.ts';
import { log } from '../../../server/records/log.collection.ts';
import { countSealed } from '../../../server/records/sealed/sealed-values.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { sealedCollections } from '../../../server/sealed-collections.ts';
import { makeSealing } from '../../../server/shared/secrets/sealing.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { webhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { appOf, outcomeOf, secondFactorsOf } from '../../support/sign-in/second-factors.ts';
import { until } from '../../support/until.ts';

type Secrets = readonly [string, ...string[]];

const OLD = 'an old secret of this server, long enough';
const NEXT = 'the next secret of this server, long enough';
const far = await webhookReceiver();

/** A server on this database with these secrets, after all others of the database have ended. */
const open = async (secrets: Secrets, before?: FreshApp, instances = 1) => {
  await before?.end();
  return freshApp({
    language: 'en',
    secrets,
    instances,
    webhookNetworks: ['127.0.0.0/8'],
    ...(before && { databaseUrl: before.settings.databaseUrl }),
  });
};

/** A server with the old secret, a user with an authenticator app, and a webhook with two secrets. */
async function started(path: string) {
  const app = await open([OLD]);
  const { username, app: own, codes } = await secondFactorsOf(app).protectedPerson();
  const id = await app.root.make('/cms/webhook', {
    name: path,
    url: far.address + path,
    events: ['left'],
  });
  await app.root.done(`POST /cms/webhook/${id}/secret`, { overlap: 3600 });
  return { app, username, own, codes, id };
}

const counts = ({ server }: FreshApp, secrets: Secrets) =>
  countSealed(server.store.reads, { sealed: sealedCollections, secrets });
const shown = ({ root }: FreshApp, id: number) =>
  root.read<{ state: string; problem: string | null }>(`/cms/webhook/${id}`);
/** The values of users that are encrypted, and all other values of their records. */
async function stored({ server }: FreshApp) {
  const { reads } = server.store;
  const [app] = await reads.where(totp, (select) => select);
  const [hook] = await reads.where(webhook, (select) => select);
  assert.ok(app && hook);
  const { secret: ofApp, ...keptOfApp } = app;
  const { secret, former_secret, position: _, ...keptOfHook } = hook;
  return { sealed: [ofApp, secret, former_secret], kept: [keptOfApp, keptOfHook] };
}

const lines = ({ server }: FreshApp) => server.store.reads.count(log, (select) => select);

async function isDelivered({ root }: FreshApp, id: number, path: string): Promise<string> {
  const before = far.at(path).length;
  await root.done(`POST /cms/webhook/${id}/test`);
  await until(() => far.at(path).length > before);
  return String(far.at(path).at(-1)?.headers['webhook-signature']);
}

describe('a secret that is replaced', () => {
  it('is needed no more once a server with the next one has encrypted all anew, which nobody notices', async () => {
    const { app, username, own, id } = await started('/kept');
    const before = await stored(app);
    assert.deepEqual(await counts(app, [NEXT, OLD]), { total: 4, older: 4, lost: new Map() });
    const logged = await lines(app);
    const rotated = await open([NEXT, OLD], app, 3);
    await until(async () => (await counts(rotated, [NEXT, OLD])).older === 0);
    assert.equal(await lines(rotated), logged + 1, 'the sign-in of root alone is logged');
    const now = await stored(rotated);
    assert.deepEqual(now.kept, before.kept);
    for (const [index, sealed] of now.sealed.entries()) assert.notEqual(sealed, before.sealed[index]);
    const after = await open([NEXT], rotated);
    assert.equal((await isDelivered(after, id, '/kept')).split(' ').length, 2);
    assert.equal((await secondFactorsOf(after).logInWith(username, { code: own.code() })).status, 200);
    assert.deepEqual(await shown(after, id).then(({ state, problem }) => [state, problem]), ['active', null]);
    await after.end();
  });

  it('that is removed too early shows as a problem of webhooks and at sign-in, and both can be repaired', async () => {
    const { app, username, own, codes, id } = await started('/lost');
    const after = await open([NEXT], app);
    assert.deepEqual(await counts(after, [NEXT]), {
      total: 4, // a start makes a new key for the log
      older: 0,
      lost: new Map([
        [totp.name, 1],
        [webhook.name, 2],
      ]),
    });
    await after.root.done(`POST /cms/webhook/${id}/test`);
    await until(async () => (await shown(after, id)).state === 'paused');
    assert.match(String((await shown(after, id)).problem), /its secret can no longer be decrypted/);
    assert.deepEqual(far.at('/lost'), []);
    await after.root.done(`POST /cms/webhook/${id}/secret`, {});
    await after.root.done(`PATCH /cms/webhook/${id}`, { state: 'active' });
    await until(() => far.at('/lost').length === 1); // what waited meanwhile
    assert.equal((await isDelivered(after, id, '/lost')).split(' ').length, 1);

    const { logInWith, signInWith, path } = secondFactorsOf(after);
    for (const code of [own.code(), own.code(1), '000000'])
      assert.deepEqual(outcomeOf(await logInWith(username, { code })), [409, 10307]);
    const person = await signInWith(username, { code: codes[0] });
    await person.done(`DELETE ${path}/totp`);
    const { secret } = await person.done<{ secret: string }>(`POST ${path}/totp`);
    await person.done(`PUT ${path}/totp`, { code: appOf(secret).code() });
    assert.deepEqual(await counts(after, [NEXT]), { total: 3, older: 0, lost: new Map() });
    await after.end();
  });

  it('opens what was encrypted for second factors alone as a secret of theirs, and never the other way round', async () => {
    const { app, id } = await started('/former');
    const { store } = app.server;
    const [factors, webhooks] = [makeSealing([OLD], 'second factor'), makeSealing([OLD], 'webhook')];
    assert.equal(factors.unseal(webhooks.seal('whsec_c2VjcmV0', 1n), 1n), undefined);
    const record = await store.reads.find(webhook, BigInt(id));
    assert.ok(record);
    const secret = factors.seal('whsec_c2VjcmV0', record.create_user_id); // as webhooks were sealed before
    await store.write(systemContext('test'), (writes) => writes.update(webhook, record.id, { secret }));
    assert.deepEqual(await counts(app, [OLD]), { total: 4, older: 0, lost: new Map() });
    await isDelivered(app, id, '/former');
  });
});

describe('an Idempotency-Key that was used before another secret', () => {
  const send = ({ request, root }: FreshApp, title: string) =>
    request<{ code?: number; id?: number }>('POST', '/v1/book', {
      token: root.access,
      body: { title },
      headers: { 'idempotency-key': 'over-the-change' },
    });
  const outcome = async (app: FreshApp, title: string) => {
    const { status, body, headers } = await send(app, title);
    return [status, headers['idempotency-replayed'] ?? body.code];
  };

  it('repeats its answer while the old secret is kept, and is never said to be of another request', async () => {
    const before = await open([OLD]);
    assert.equal((await send(before, 'once')).status, 201);
    assert.deepEqual(await outcome(before, 'other'), [422, 10063]);
    const both = await open([NEXT, OLD], before);
    assert.deepEqual(await outcome(both, 'once'), [201, 'true']);
    assert.deepEqual(await outcome(both, 'other'), [422, 10063]);
    const next = await open([NEXT], both);
    for (const title of ['once', 'other']) assert.deepEqual(await outcome(next, title), [422, 10066]);
    assert.equal((await before.database.look("select id from book where title = 'once'")).length, 1);
  });

  it('of an earlier version is said to be no longer comparable', async () => {
    const app = await open([NEXT]);
    assert.equal((await send(app, 'once')).status, 201);
    await app.database.change('update quire_answer set form = null');
    assert.deepEqual(await outcome(app, 'once'), [201, 'true'], 'the same request made the same way');
    await app.database.change("update quire_answer set request = 'made otherwise'");
    assert.deepEqual(await outcome(app, 'once'), [422, 10066]);
  });
});
