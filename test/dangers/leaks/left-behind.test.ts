import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtInCollections } from '../../../server/built-in-collections.ts';
import type { Definition } from '../../../server/definitions/for-server.ts';
import { pluginGrant } from '../../../server/features/isolated/grant.collection.ts';
import { importCollection } from '../../../server/features/transfer/import.collection.ts';
import { systemContext, type Writes } from '../../../server/records/index.ts';
import type { ItemOf } from '../../support/bodies.ts';
import type { Person } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { accountApp } from '../../support/sign-in/account-mails.ts';
import { appsOf, PLACE } from '../../support/sign-in/apps.ts';

// Everything that somebody can leave behind in another's account × what becomes of it once its owner has it back.

const app = await accountApp({
  contentDir: 'test/content/outlived',
  ...{ provider: true, approvals: true, language: 'en' },
});
const { root } = app;
const apps = appsOf(app);
const { store } = app.server;
const keys = keysOf(app);
const [THIEFS, OWN] = ['another horse 2', 'a third horse 3'];
const passwordsOf = (word: string) => ({ new_password: word, confirm_password: word });
const TOMORROW = Date.now() + 86_400_000;
const groupId = await root.make('/cms/admin/group', { name: 'Team' });
const { id: robot } = await keys.serviceUser();
const { id: memberId } = await app.person();
let count = 0;
const next = () => String(++count);

type Made = Parameters<typeof apps.signIn>[0];
type Owner = Person & { readonly email: string };
/** A client of the account; who made it does not show. */
type Hand = Pick<Person, 'make' | 'done'> & { readonly id: number };

async function owner(): Promise<Owner> {
  const [one, email] = [await app.superAdministrator(), `owner${next()}@home.test`];
  const verified = `update quire_user set email = ?, email_key = ?, email_standing = 'verified' where id = ?`;
  await app.behind(verified, email, email, one.id);
  return { ...one, email };
}
const signedIn = async (one: Owner, password: string): Promise<Hand> => ({
  id: one.id,
  ...app.as((await app.signIn(one.username, password)).access),
});

/** What no route makes here, made in the name of an account. */
const inName = ({ id }: Hand, work: (writes: Writes) => Promise<bigint>) =>
  store.write(systemContext('test'), (writes) =>
    work(writes.inNameOf({ actor: { ...writes.context.actor, id: BigInt(id) } })),
  );
const lastOf = async ({ name }: Definition) =>
  (await store.ownReads.where(definitionOf(name), (select) => select.orderBy('id', 'desc').limit(1)))[0]?.id;
const definitionOf = (name: string) => {
  const found = builtInCollections.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};
const madeBy = async (name: string, request: Promise<unknown>) => {
  await request;
  return (await lastOf(definitionOf(name))) ?? 0n;
};
const draftOf = async () => root.make('/v1/memo', { title: `memo ${next()}` });

/** How each kind is made through an account; answers the id of the record. */
const makers: Readonly<Record<string, (by: Hand) => Promise<bigint>>> = {
  quire_webhook: async (by) =>
    BigInt(await by.make('/cms/webhook', { name: next(), url: 'https://93.184.216.34/take', records: [] })),
  quire_api_key: async (by) =>
    BigInt((await by.done<{ id: number }>('POST /cms/key', { user_id: robot, name: next() })).id),
  quire_app: async (by) =>
    BigInt(await by.make('/cms/app', { name: 'Shop', redirect_uris: ['https://shop.test/back'] })),
  quire_mail_token: (by) =>
    madeBy('quire_mail_token', by.done('POST /cms/admin/invitation', { email: `guest${next()}@home.test` })),
  quire_preview_link: async (by) =>
    BigInt((await by.done<{ id: number }>(`POST /v1/memo/${await draftOf()}/preview`)).id),
  quire_job: async (by) =>
    madeBy('quire_job', by.done(`POST /v1/memo/${await draftOf()}/publish`, { at: TOMORROW })),
  quire_access_request: async (by) =>
    BigInt(
      await by.make('/cms/admin/request', {
        user_id: memberId,
        group_id: await root.make('/cms/admin/group', { name: `Group ${next()}` }),
        reason: 'Needed',
      }),
    ),
  async quire_change_set(by) {
    const items = [{ record: 'memo', action: 'create', values: { title: `memo ${next()}` } }];
    const id = await by.make('/v1/change-set', { title: 'New', items });
    await by.done(`POST /v1/change-set/${id}/submit`);
    return BigInt(id);
  },
  quire_import: (by) =>
    inName(by, (writes) =>
      writes.create(importCollection, {
        ...{ collection: 'memo', format: 'csv', size: 1n, sha256: 'a', time: Date.now(), runner: 'r' },
      }),
    ),
  quire_plugin_grant: (by) =>
    inName(by, (writes) =>
      writes.create(pluginGrant, {
        ...{ plugin: `plugin-${next()}`, version: '1.0.0', needs: {}, key_id: 1n, key_text: 'sealed' },
      }),
    ),
};

/** What the account ends itself, and records that neither act nor let anybody in. */
const STAYS: ReadonlySet<string> = new Set([
  // The account and its factors: `ownerProved` takes what was added. Rights that it gave were in its reach; the log tells of them.
  ...['quire_user', 'quire_group', 'quire_membership', 'quire_permission', 'quire_grant', 'quire_quota'],
  ...['quire_identity', 'quire_totp', 'quire_passkey', 'quire_recovery_code', 'quire_trusted_device'],
  ...['quire_set_by_other', 'quire_takeover', 'quire_directory_entry'],
  // What ends with a session, or with the key or the consent that it belongs to.
  ...[
    'quire_session',
    'quire_impersonation',
    'quire_app_token',
    'quire_resumable_upload',
    'quire_upload_piece',
  ],
  // Content and what is said about it: it has a history, or its maker's name.
  ...['quire_file', 'quire_upload', 'quire_file_folder', 'quire_file_tag', 'quire_tagged_file', 'quire_view'],
  ...[
    'quire_comment',
    'quire_mention',
    'quire_assignment',
    'quire_change_set_item',
    'quire_change_set_comment',
  ],
  ...['quire_import_batch', 'quire_undo', 'quire_webhook_delivery', 'quire_former_path'],
  // Notes of the server about what was done, and its own work.
  ...['quire_permission_use', 'quire_answer', 'quire_log', 'quire_log_chain', 'quire_log_checkpoint'],
  ...[
    'quire_refusal',
    'quire_revision',
    'quire_change',
    'quire_change_head',
    'quire_deletion',
    'quire_horizon',
  ],
  ...[
    'quire_notification_state',
    'quire_presence',
    'quire_known_network',
    'quire_quota_use',
    'quire_plugin_mail',
  ],
  ...['quire_sign_in_attempt', 'quire_logout_token', 'quire_used_challenge', 'quire_tried_captcha'],
  ...[
    'quire_throttle',
    'quire_stranger',
    'quire_app_signing_key',
    'quire_probe',
    'quire_imported',
    'quire_moved',
  ],
  ...['quire_backup_run', 'quire_seeded', 'quire_searched', 'quire_data_migration'],
]);

const acting = builtInCollections.filter(({ leftBehind }) => leftBehind);

it('each of the server’s own collections says what a takeover leaves in it', () => {
  const named = [...acting.map(({ name }) => name), ...STAYS].sort();
  assert.deepEqual(named, builtInCollections.map(({ name }) => name).sort());
  assert.deepEqual(Object.keys(makers).sort(), acting.map(({ name }) => name).sort());
});

/** Whether a record is there as it was made. */
async function isInForce(name: string, id: bigint): Promise<boolean> {
  const { fate } = definitionOf(name).leftBehind ?? assert.fail(name);
  const record = await store.ownReads.find(definitionOf(name), id);
  if (!record || fate === 'ends') return record !== undefined;
  const { state, active } = fate(0);
  return record['state'] !== state || record['active'] !== active;
}

const resetBy = async (one: Owner) => {
  await app.askFor('reset', one.email);
  const token = await app.tokenFor(one.email);
  await app.nobody.done('PUT /cms/account/password', { token, ...passwordsOf(OWN) });
};

describe('once the owner of an account has it back from somebody who had set its password', () => {
  for (const [name, make] of Object.entries(makers))
    it(`what was made as ${name} is out of force, and what they and others made is not`, async () => {
      const [one, other] = [await owner(), await owner()];
      const before = await make(one);
      await root.done(`PUT /cms/admin/user/${one.id}/password`, passwordsOf(THIEFS));
      const thief = await signedIn(one, THIEFS);
      const planted = [await make(thief), await make(thief)];
      const others = await make(other);
      for (const id of planted) assert.ok(await isInForce(name, id));
      await resetBy(one);
      for (const id of planted) assert.equal(await isInForce(name, id), false);
      assert.ok(await isInForce(name, before), 'what the owner made before');
      assert.ok(await isInForce(name, others), 'what somebody else made');
      const after = await make(await signedIn(one, OWN));
      assert.ok(await isInForce(name, after), 'what the owner makes afterwards');
    });
  it('an older webhook is paused that was sent elsewhere meanwhile, and sends again once they resume it', async () => {
    const one = await owner();
    const [moved, kept] = [await makers['quire_webhook']?.(one), await makers['quire_webhook']?.(one)];
    await root.done(`PUT /cms/admin/user/${one.id}/password`, passwordsOf(THIEFS));
    const thief = await signedIn(one, THIEFS);
    await thief.done(`PATCH /cms/webhook/${moved}`, { url: 'https://93.184.216.35/take' });
    await resetBy(one);
    const own = app.as((await app.signIn(one.username, OWN)).access);
    const states = async () => {
      const all = await own.list<ItemOf<'GET /cms/webhook'>>('/cms/webhook');
      return [moved, kept].map((id) => all.find((hook) => BigInt(hook.id) === id)?.state);
    };
    assert.deepEqual(await states(), ['paused', 'active']);
    await own.done(`PATCH /cms/webhook/${moved}`, { state: 'active' });
    assert.deepEqual(await states(), ['active', 'active']);
  });
  it('a webhook that was sent elsewhere is paused, even if somebody else set something of it since', async () => {
    const one = await owner();
    const ids = [await makers['quire_webhook']?.(one), await makers['quire_webhook']?.(one)];
    await root.done(`PUT /cms/admin/user/${one.id}/password`, passwordsOf(THIEFS));
    const thief = await signedIn(one, THIEFS);
    for (const id of ids) await thief.done(`PATCH /cms/webhook/${id}`, { url: 'https://93.184.216.35/take' });
    await root.done(`PATCH /cms/webhook/${ids[0]}`, { name: 'Other' });
    await root.done(`PATCH /cms/webhook/${ids[1]}`, { records: ['memo'] });
    await resetBy(one);
    for (const id of ids) assert.equal(await isInForce('quire_webhook', id ?? 0n), false);
  });
  it('a plan that they made is tried again by nobody', async () => {
    const [one, memo] = [await owner(), await draftOf()];
    await root.done(`PUT /cms/admin/user/${one.id}/password`, passwordsOf(THIEFS));
    const thief = await signedIn(one, THIEFS);
    const id = await madeBy('quire_job', thief.done(`POST /v1/memo/${memo}/publish`, { at: TOMORROW }));
    await resetBy(one);
    assert.equal((await root.post(`/cms/job/${id}/retry`)).status, 404);
  });
  it('consents of others to an app that they made have ended', async () => {
    const [one, other] = [await owner(), await owner()];
    await root.done(`PUT /cms/admin/user/${one.id}/password`, passwordsOf(THIEFS));
    const thief = await signedIn(one, THIEFS);
    const asked = { name: 'Shop', redirect_uris: [PLACE] };
    const [planted, another] = [
      await thief.done<Made>('POST /cms/app', asked),
      await other.done<Made>('POST /cms/app', asked),
    ];
    const theirs = await apps.signIn(planted, other, { scope: 'read:memo' });
    const others = await apps.signIn(another, other, { scope: 'read:memo' });
    const own = await apps.signIn(another, thief as Person, { scope: 'read:memo' });
    const states = async () =>
      Promise.all([theirs, others, own].map(async (by) => (await by.get('/api/v1/memo')).status));
    assert.deepEqual(await states(), [200, 200, 200]);
    await resetBy(one);
    assert.deepEqual(await states(), [401, 200, 401]);
    const left = 'select t.id from quire_app_token t left join quire_api_key k on k.id = t.key_id';
    assert.deepEqual(await app.database.look(`${left} where t.key_id is not null and k.id is null`), []);
  });
  it('they are told of it by the bell, and nobody else is', async () => {
    const one = await owner();
    await root.done(`PUT /cms/admin/user/${one.id}/password`, passwordsOf(THIEFS));
    const thief = await signedIn(one, THIEFS);
    for (const name of ['quire_webhook', 'quire_webhook', 'quire_api_key']) await makers[name]?.(thief);
    await resetBy(one);
    const told = async (by: Pick<Person, 'list'>) =>
      (await by.list<ItemOf<'GET /cms/notification'>>('/cms/notification')).map(({ text }) => text);
    const own = app.as((await app.signIn(one.username, OWN)).access);
    assert.deepEqual((await told(own)).filter((text) => /could act as you/.test(text)).sort(), [
      'Made while somebody else could act as you: 1 × API key. It has ended',
      'Made while somebody else could act as you: 2 × Webhook. They rest until you decide',
    ]);
    assert.deepEqual((await told(root)).filter((text) => /could act as you/.test(text)).sort(), []);
  });
  it('they may not decide on what the account set of a third one', async () => {
    const [one, third, member] = [await owner(), await owner(), await app.person()];
    const thief = await owner();
    await thief.done(`PUT /cms/admin/user/${one.id}/password`, passwordsOf(THIEFS));
    const puppet = await signedIn(one, THIEFS);
    await puppet.done(`PUT /cms/admin/user/${third.id}/password`, passwordsOf(THIEFS));
    await resetBy(one);
    const asker = await signedIn(third, THIEFS);
    const id = await asker.make('/cms/admin/request', {
      user_id: member.id,
      group_id: groupId,
      reason: 'Needed',
    });
    const listed = await thief.read<{ id: number; shown: string }[]>('/cms/admin/request');
    const shown = listed.find((record) => record.id === id)?.shown;
    assert.deepEqual(await thief.outcome(`PUT /cms/admin/request/${id}`, { shown }), [403, 10282]);
    assert.deepEqual(await (await owner()).outcome(`PUT /cms/admin/request/${id}`, { shown }), [200, 0]);
  });
});
