import assert from 'node:assert/strict';
import { it } from 'node:test';
import { builtInForms } from '../../../server/client/runtime/built-in-forms.ts';
import type { BuiltInRoutes } from '../../../server/client/runtime/built-in-routes.ts';
import { Connection } from '../../../server/client/runtime/connection.ts';
import { QuireError } from '../../../server/client/runtime/quire-error.ts';
import { routeCaller } from '../../../server/client/runtime/route-caller.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en' });
const careful = await freshApp({ approvals: true });
const FAR = 4_102_444_800_000;

/** The typed calls of a user, or of nobody. */
async function callsOf({ server }: typeof app, username?: string) {
  const { port } = server.app.server.address() as { port: number };
  const connection = new Connection({ base: `http://127.0.0.1:${port}` });
  if (username !== undefined) await connection.signIn(username, PASSWORD);
  return routeCaller<BuiltInRoutes>(connection, builtInForms);
}
for (const { server } of [app, careful]) await server.app.listen({ host: '127.0.0.1', port: 0 });
const root = await callsOf(app, 'root');
const [member, other] = [await app.person(), await app.person()];
const books = (await root('GET /cms/admin/permission')).Book ?? [];
const [permission] = books;
assert.ok(permission);

it('the typed client makes a group, gives it a right for a time, and takes a member in', async () => {
  const made = { body: { name: 'Editors' }, idempotencyKey: 'editors' };
  const { id } = await root('POST /cms/admin/group', made);
  assert.equal(typeof id, 'string');
  assert.equal((await root('POST /cms/admin/group', made)).id, id);

  const change = { group_id: id, grant: [permission.id] };
  const before = await root('POST /cms/access/preview', { body: { grants: [change] } });
  assert.deepEqual([before.gaining, before.losing], [0, 0]);
  await root('POST /cms/admin/grants', { body: { changes: [{ ...change, until: FAR, reason: 'A trial' }] } });
  const { items } = await root('GET /cms/admin/grants');
  const { ends = [] } = items.find(({ group_id }) => group_id === id) ?? {};
  assert.partialDeepStrictEqual(ends, [{ permission_id: permission.id, until: FAR, reason: 'A trial' }]);

  const membership = { params: { id: String(member.id), group: id }, body: { until: FAR } };
  assert.equal(await root('PUT /cms/admin/user/:id/memberships/:group', membership), undefined);
  const memberships = await root('GET /cms/admin/user/:id/memberships', {
    params: { id: String(member.id) },
  });
  assert.ok(memberships.some(({ group_id, until }) => group_id === id && until === FAR));
  const group = await root('GET /cms/admin/group/:id', { params: { id } });
  assert.deepEqual(group.permissions, [permission]);
});

it('the typed client makes a service user with a key, replaces the key, and revokes it', async () => {
  const { id: user_id } = await root('POST /cms/service-user', { body: { username: 'importer' } });
  const { id, key } = await root('POST /cms/key', { body: { user_id, name: 'Nightly', read_only: true } });
  const replaced = await root('POST /cms/key/:id/rotation', { params: { id }, body: { overlap: 60 } });
  assert.notEqual(replaced.key, key);
  const { items } = await root('GET /cms/key', { query: { user_id } });
  const kept = items.find((one) => one.id === id);
  assert.deepEqual([kept?.replaced_by, kept?.user.id], [replaced.id, user_id]);
  await root('DELETE /cms/key/:id', { params: { id } });
  await assert.rejects(root('DELETE /cms/key/:id', { params: { id } }), { status: 404 });
});

it('the typed client explains what somebody may do, and a refusal to its owner and to others', async () => {
  const explained = await root('GET /cms/access/explain', {
    query: { user: String(other.id), collection: 'book', action: 'create' },
  });
  assert.deepEqual([explained.user?.id, explained.allowed], [String(other.id), true]);
  const own = await callsOf(app, other.username);
  const refused: unknown = await own('GET /cms/access/unused').catch((error: unknown) => error);
  assert.ok(refused instanceof QuireError);
  const { status, code, requestId: id = '' } = refused;
  assert.deepEqual([status, code], [401, 10000]);
  const [told, toRoot] = [
    await own('GET /cms/user/refusals/:id', { params: { id } }),
    await root('GET /cms/access/refusals/:id', { params: { id } }),
  ];
  assert.deepEqual([told.path, toRoot.user_id], ['/cms/access/unused', String(other.id)]);
  const access = await own('GET /cms/user/access', { query: { collection: 'book', action: 'read' } });
  assert.partialDeepStrictEqual(access, { rows: 'all' });
  const nobody = await callsOf(app);
  await assert.rejects(nobody('GET /cms/access/matrix'), { status: 401 });
  assert.equal((await root('GET /cms/access/holders', { query: { collection: 'book' } })).page, 0);
  const file: Response = await root('GET /cms/access/matrix/file', { query: { user: String(other.id) } });
  assert.match(await file.text(), /book/);
  const { items } = await root('GET /cms/access/unused', { query: { days: 90 } });
  assert.deepEqual(items, []); // grants are too new
});

it('the typed client shows and ends sessions, looks through the eyes of another, and reads the log', async () => {
  const params = { id: String(other.id) };
  const [session] = await root('GET /cms/admin/user/:id/sessions', { params });
  assert.equal(typeof session?.id, 'string');
  await root('DELETE /cms/admin/user/:id/sessions', { params });
  assert.deepEqual(await root('GET /cms/admin/user/:id/sessions', { params }), []);
  const seen = await root('POST /cms/access/impersonation', { body: { user_id: params.id } });
  assert.equal(seen.username, other.username);
  await root('DELETE /cms/access/impersonation');
  const { items } = await root('GET /cms/log', { query: { count: 5 } });
  assert.equal(items.length, 5);
  assert.equal((await root('GET /cms/job')).page, 0);
});

it('the typed client asks a second person, who approves', async () => {
  const owner = await callsOf(careful, 'root');
  const second = await callsOf(careful, (await careful.superAdministrator()).username);
  const guest = await careful.person();
  const { id: group_id } = await owner('POST /cms/admin/group', { body: { name: 'Approved' } });
  const params = { id: String(guest.id), group: group_id };
  await assert.rejects(owner('PUT /cms/admin/user/:id/memberships/:group', { params }), { code: 10281 });
  const asked = { user_id: params.id, group_id, reason: 'New here' };
  const { id } = await owner('POST /cms/admin/request', { body: asked });
  const waiting = (await second('GET /cms/admin/request')).find((one) => one.id === id);
  assert.deepEqual([waiting?.state, waiting?.group.id], ['waiting', group_id]);
  const approval = { params: { id }, body: { shown: waiting?.shown ?? '' } };
  await assert.rejects(owner('PUT /cms/admin/request/:id', approval), { code: 10282 });
  await second('PUT /cms/admin/request/:id', approval);
  const given = await owner('GET /cms/admin/user/:id/memberships', { params: { id: params.id } });
  assert.ok(given.some((one) => one.group_id === group_id));
});

it('the typed client keeps folders, tags and alt texts of files, webhooks and break-glass', async () => {
  const { id } = await root('POST /cms/file/folder', { body: { name: 'Plans' } });
  await root('PATCH /cms/file/folder/:id', { params: { id }, body: { name: 'Old plans' } });
  const body = new FormData();
  body.append('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'plan.pdf');
  const [uploaded] = await root('POST /cms/file', { body });
  assert.ok(uploaded);
  const params = { id: uploaded.id };
  await root('PATCH /cms/file/:id', { params, body: { folder_id: id, tags: ['plan'] } });
  const file = await root('GET /cms/file/:id', { params });
  assert.deepEqual([file.folder_id, file.tags], [id, ['plan']]);
  assert.equal((await root('GET /cms/file/folder')).items[0]?.name, 'Old plans');
  assert.match(await (await root('GET /cms/file/:id/content', { params })).text(), /^%PDF/);

  const hook = { name: 'Shop', url: 'https://hooks.example.org/quire' };
  const webhook = await root('POST /cms/webhook', { body: hook });
  assert.deepEqual([typeof webhook.id, typeof webhook.secret], ['string', 'string']);
  assert.equal((await root('GET /cms/webhook')).items[0]?.id, webhook.id);
  await root('DELETE /cms/webhook/:id', { params: { id: webhook.id } });
  assert.equal((await root('GET /cms/admin/break-glass')).until, null);
});
