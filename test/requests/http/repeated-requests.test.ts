import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { delivery } from '../../../server/features/webhooks/delivery.collection.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { isOnFirstBaseAlone } from '../../support/bases.ts';
import type { Revision } from '../../support/bodies.ts';
import { claimsOf, freshApp } from '../../support/fresh-app.ts';
import type { OpenApi } from '../../support/open-api.ts';
import { image, multipart, uploadImage } from '../../support/records/uploads.ts';
import { refusing } from './routes-refusing-keys.ts';
import { makersOf, type Request } from './what-routes-act-on.ts';

const app = await freshApp({ contentDir: 'test/content/past' });
const PASSWORD = 'another horse 2';
const {
  fresh,
  paper,
  group,
  permissions,
  named,
  toAsk,
  folder,
  fileTag,
  view,
  webhook,
  givenUp,
  importedPaper,
  changeAll,
  changed,
  trashed,
  serviceUser,
  person,
  setItem,
  changeSet,
  ofSet,
  toDecide,
  comment,
  newAssignment,
  assignment,
  newQuota,
  quota,
} = makersOf(app);

/** A request to each route that takes a key, by its method and path in the API's description. */
const requests: Readonly<Record<string, () => Promise<Request>>> = {
  'DELETE /cms/user/sessions/{id}': async () => {
    const by = await app.person();
    const { access } = await app.signIn(by.username);
    const [session] = String(claimsOf(access).session).split('.');
    return { path: `/cms/user/sessions/${session}`, by };
  },
  'DELETE /cms/user/sessions': async () => ({ path: '/cms/user/sessions', by: await app.person() }),
  'PUT /cms/user': async () => ({ path: '/cms/user', body: { nickname: fresh() }, by: await app.person() }),
  'PUT /cms/user/avatar': async () => ({
    path: '/cms/user/avatar',
    body: { avatar: '' },
    by: await app.person(),
  }),
  'POST /cms/user/register': async () => ({
    path: '/cms/user/register',
    body: { username: `user-${fresh()}`, password: PASSWORD, confirm_password: PASSWORD },
  }),
  'PUT /cms/admin/user/{id}': () =>
    person((id) => ({ path: `/cms/admin/user/${id}`, body: { group_ids: [] } })),
  'PUT /cms/admin/user/{id}/memberships/{group}': async () => {
    const group = await app.groupWith();
    return person((id) => ({ path: `/cms/admin/user/${id}/memberships/${group}`, body: {} }));
  },
  'DELETE /cms/admin/user/{id}/memberships/{group}': async () => {
    const group = await app.groupWith();
    const { id } = await app.person([group]);
    return { path: `/cms/admin/user/${id}/memberships/${group}` };
  },
  'POST /cms/admin/request': async () => ({ path: '/cms/admin/request', body: await toAsk() }),
  'PUT /cms/admin/request/{id}': async () => {
    const by = await app.superAdministrator();
    const id = await app.root.make('/cms/admin/request', await toAsk());
    const all = await by.read<{ id: number; shown: string }[]>('/cms/admin/request');
    const body = { shown: all.find((one) => one.id === id)?.shown };
    return { path: `/cms/admin/request/${id}`, body, by };
  },
  'DELETE /cms/admin/request/{id}': async () => ({
    path: `/cms/admin/request/${await app.root.make('/cms/admin/request', await toAsk())}`,
  }),
  'DELETE /cms/admin/user/{id}': () => person((id) => ({ path: `/cms/admin/user/${id}` })),
  'PUT /cms/admin/user/{id}/activation': () => person((id) => ({ path: `/cms/admin/user/${id}/activation` })),
  'DELETE /cms/admin/user/{id}/activation': () =>
    person((id) => ({ path: `/cms/admin/user/${id}/activation` })),
  'PUT /cms/admin/{id}': () => person((id) => ({ path: `/cms/admin/${id}`, body: { group_ids: [] } })),
  'DELETE /cms/admin/{id}': () => person((id) => ({ path: `/cms/admin/${id}` })),
  'PUT /cms/admin/active/{id}': () => person((id) => ({ path: `/cms/admin/active/${id}` })),
  'PUT /cms/admin/disable/{id}': () => person((id) => ({ path: `/cms/admin/disable/${id}` })),
  'POST /cms/admin/user/{id}/erasure': async () => {
    const { id, username } = await app.person();
    return { path: `/cms/admin/user/${id}/erasure`, body: { username } };
  },
  'DELETE /cms/admin/user/{id}/sessions': () => person((id) => ({ path: `/cms/admin/user/${id}/sessions` })),
  'DELETE /cms/admin/user/{id}/sessions/{session}': async () => {
    const { id, access } = await app.person();
    const [session] = String(claimsOf(access).session).split('.');
    return { path: `/cms/admin/user/${id}/sessions/${session}` };
  },
  'POST /cms/admin/group': async () => ({ path: '/cms/admin/group', body: { name: fresh() } }),
  'PUT /cms/admin/group/{id}': async () => ({
    path: `/cms/admin/group/${await app.groupWith()}`,
    body: { name: fresh(), info: '' },
  }),
  'DELETE /cms/admin/group/{id}': async () => ({ path: `/cms/admin/group/${await app.groupWith()}` }),
  'POST /cms/admin/permission/dispatch': async () => {
    const [permission_id] = await permissions();
    const body = { group_id: await app.groupWith(), permission_id };
    return { path: '/cms/admin/permission/dispatch', body };
  },
  'POST /cms/admin/permission/dispatch/batch': async () => ({
    path: '/cms/admin/permission/dispatch/batch',
    body: await group(),
  }),
  'POST /cms/admin/permission/remove': async () => ({
    path: '/cms/admin/permission/remove',
    body: await group(),
  }),
  'POST /cms/admin/dispatch': async () => ({
    path: '/cms/admin/dispatch',
    body: { group_id: await app.groupWith(), auth: 'paper.history' },
  }),
  'POST /cms/admin/dispatch/patch': async () => ({ path: '/cms/admin/dispatch/patch', body: await named() }),
  'POST /cms/admin/remove': async () => ({ path: '/cms/admin/remove', body: await named() }),
  'POST /cms/admin/grants': async () => {
    const { group_id, permission_ids } = await group();
    return { path: '/cms/admin/grants', body: { changes: [{ group_id, grant: permission_ids }] } };
  },
  'POST /cms/view': async () => ({
    path: '/cms/view',
    body: { record: 'paper', name: fresh(), scope: 'mine', state: {} },
  }),
  'PATCH /cms/view/{id}': async () => ({ path: `/cms/view/${await view()}`, body: { name: fresh() } }),
  'DELETE /cms/view/{id}': async () => ({ path: `/cms/view/${await view()}` }),
  'POST /cms/comment': async () => ({
    path: '/cms/comment',
    body: { collection: 'paper', record_id: await paper(), text: fresh() },
  }),
  'PATCH /cms/comment/{id}': async () => ({
    path: `/cms/comment/${await comment()}`,
    body: { text: fresh() },
  }),
  'DELETE /cms/comment/{id}': async () => ({ path: `/cms/comment/${await comment()}` }),
  'POST /cms/comment/{id}/reply': async () => ({
    path: `/cms/comment/${await comment()}/reply`,
    body: { text: fresh() },
  }),
  'POST /cms/comment/{id}/resolve': async () => ({ path: `/cms/comment/${await comment()}/resolve` }),
  'POST /cms/comment/{id}/reopen': async () => {
    const id = await comment();
    await app.root.done(`POST /cms/comment/${id}/resolve`);
    return { path: `/cms/comment/${id}/reopen` };
  },
  'POST /cms/assignment': async () => ({ path: '/cms/assignment', body: await newAssignment() }),
  'PATCH /cms/assignment/{id}': async () => ({
    path: `/cms/assignment/${await assignment()}`,
    body: { due_time: Date.now() + 90_000_000 },
  }),
  'DELETE /cms/assignment/{id}': async () => ({ path: `/cms/assignment/${await assignment()}` }),
  'POST /cms/assignment/{id}/done': async () => ({ path: `/cms/assignment/${await assignment()}/done` }),
  'PUT /cms/notification/mail': async () => ({ path: '/cms/notification/mail', body: { by_mail: false } }),
  'POST /cms/quota': async () => ({ path: '/cms/quota', body: await newQuota() }),
  'PATCH /cms/quota/{id}': async () => ({ path: `/cms/quota/${await quota()}`, body: { most: 9000 } }),
  'DELETE /cms/quota/{id}': async () => ({ path: `/cms/quota/${await quota()}` }),
  'DELETE /cms/job/{id}': async () => ({ path: `/cms/job/${await givenUp()}` }),
  'POST /cms/job': async () => ({
    path: '/cms/job',
    body: { kind: 'take up writes of earlier versions' },
  }),
  'POST /cms/job/{id}/retry': async () => ({ path: `/cms/job/${await givenUp()}/retry` }),
  'POST /cms/file': async () => ({
    path: '/cms/file',
    ...multipart([{ key: 'file', name: 'a.png', bytes: await image() }]),
  }),
  'PATCH /cms/file/{id}': async () => ({
    path: `/cms/file/${(await uploadImage(app)).id}`,
    body: { alt: { en: fresh() }, tags: [fresh()] },
  }),
  'POST /cms/file/{id}/replacement': async () => ({
    path: `/cms/file/${(await uploadImage(app)).id}/replacement`,
    body: { by: (await uploadImage(app)).id, expected: 0 },
  }),
  'POST /cms/file/folder': async () => ({ path: '/cms/file/folder', body: { name: fresh() } }),
  'PATCH /cms/file/folder/{id}': async () => ({
    path: `/cms/file/folder/${await folder()}`,
    body: { name: fresh() },
  }),
  'DELETE /cms/file/folder/{id}': async () => ({ path: `/cms/file/folder/${await folder()}` }),
  'PATCH /cms/file/tag/{id}': async () => ({
    path: `/cms/file/tag/${await fileTag()}`,
    body: { name: fresh() },
  }),
  'DELETE /cms/file/tag/{id}': async () => ({ path: `/cms/file/tag/${await fileTag()}` }),
  'DELETE /cms/file/{id}': async () => ({ path: `/cms/file/${(await uploadImage(app)).id}` }),
  'POST /v1/paper': async () => ({ path: '/v1/paper', body: { title: fresh() } }),
  'PUT /v1/paper': async () => ({ path: '/v1/paper?by=title', body: { title: fresh() } }),
  'PATCH /v1/paper': async () => ({ path: '/v1/paper?by=title', body: { title: fresh() } }),
  'PUT /v1/paper/{id}': async () => ({ path: `/v1/paper/${await paper()}`, body: { title: fresh() } }),
  'PATCH /v1/paper/{id}': async () => ({ path: `/v1/paper/${await paper()}`, body: { title: fresh() } }),
  'DELETE /v1/paper/{id}': async () => ({ path: `/v1/paper/${await paper()}` }),
  'POST /v1/paper/bulk': async () => ({
    path: '/v1/paper/bulk',
    body: { items: [{ action: 'create', values: { title: fresh() } }] },
  }),
  'POST /v1/paper/{id}/history/{revision}/restore': async () => {
    const id = await paper();
    const [{ id: revision } = { id: 0 }] = await app.root.list<Revision>(`/v1/paper/${id}/history`);
    await app.root.done(`PATCH /v1/paper/${id}`, { title: fresh() });
    return { path: `/v1/paper/${id}/history/${revision}/restore` };
  },
  'POST /v1/paper/trash/{id}/restore': async () => ({ path: `/v1/paper/trash/${await trashed()}/restore` }),
  'DELETE /v1/paper/trash/{id}': async () => ({ path: `/v1/paper/trash/${await trashed()}` }),
  'POST /v1/paper/import': async () => ({
    path: '/v1/paper/import?format=csv',
    body: `title\n${fresh()}\n`,
    headers: { 'content-type': 'text/csv' },
  }),
  'POST /v1/paper/import/{id}/undo': async () => ({ path: `/v1/paper/import/${await importedPaper()}/undo` }),
  'POST /cms/undo': async () => {
    const { headers } = await app.root.post('/v1/paper', { title: fresh() });
    return { path: '/cms/undo', body: { request: headers['x-request-id'], expected: 1 } };
  },
  'POST /v1/paper/bulk-by-filter': changeAll,
  'POST /cms/bulk/{id}/undo': async () => ({ path: `/cms/bulk/${await changed()}/undo` }),
  'POST /v1/change-set': async () => ({
    path: '/v1/change-set',
    body: { title: fresh(), items: [await setItem()] },
  }),
  'PATCH /v1/change-set/{id}': async () => ({
    path: `/v1/change-set/${await changeSet()}`,
    body: { note: fresh() },
  }),
  'POST /v1/change-set/{id}/comment': async () => ofSet('comment', [], { text: fresh() }),
  'DELETE /v1/change-set/{id}/comment/{comment}': async () => {
    const { path, body } = await ofSet('comment', [], { text: fresh() });
    return { path: `${path}/${await app.root.make(path, body)}` };
  },
  'DELETE /v1/change-set/{id}': async () => ({ path: `/v1/change-set/${await changeSet()}` }),
  'POST /v1/change-set/{id}/item': async () => ofSet('item', [], { items: [await setItem()] }),
  'PUT /v1/change-set/{id}/item/{place}': async () => ofSet('item/0', [], await setItem()),
  'DELETE /v1/change-set/{id}/item/{place}': () => ofSet('item/0'),
  'POST /v1/change-set/{id}/rebase': () => ofSet('rebase'),
  'POST /v1/change-set/{id}/submit': () => ofSet('submit'),
  'POST /v1/change-set/{id}/withdraw': () => ofSet('withdraw', ['submit']),
  'POST /v1/change-set/{id}/approve': () => toDecide('approve', { apply: true }),
  'POST /v1/change-set/{id}/reject': () => toDecide('reject', { reason: fresh() }),
  'POST /v1/change-set/{id}/apply': async () => {
    const { path, body, by } = await toDecide('approve');
    await by.done(`POST ${path}`, body);
    return { path: path.replace(/approve$/, 'apply') };
  },
  'PATCH /cms/webhook/{id}': async () => ({
    path: `/cms/webhook/${await webhook()}`,
    body: { name: fresh() },
  }),
  'DELETE /cms/webhook/{id}': async () => ({ path: `/cms/webhook/${await webhook()}` }),
  'POST /cms/webhook/{id}/test': async () => ({ path: `/cms/webhook/${await webhook()}/test` }),
  'POST /cms/webhook/{id}/delivery/{delivery}/redelivery': async () => {
    const id = await webhook();
    const sent = await app.root.make(`/cms/webhook/${id}/test`);
    const change = { state: 'failed' } as const;
    await app.server.store.write(systemContext('test'), (writes) =>
      writes.update(delivery, BigInt(sent), change),
    );
    return { path: `/cms/webhook/${id}/delivery/${sent}/redelivery` };
  },
  'POST /cms/service-user': async () => ({
    path: '/cms/service-user',
    body: { username: fresh().padStart(6, 'bot') },
  }),
  'DELETE /cms/key/{id}': async () => {
    const id = await app.root.make('/cms/key', {
      user_id: await serviceUser(),
      name: fresh(),
    });
    return { path: `/cms/key/${id}` };
  },
};

it('each write of the API takes a key or refuses it', async () => {
  const { paths } = await app.nobody.read<OpenApi>('/openapi.json');
  const writes = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/v1/') || /^\/v1\/(paper|change-set)/.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]) => {
        const takes = parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');
        return { write: `${method.toUpperCase()} ${path}`, takes };
      }),
    )
    .filter(({ write }) => !write.startsWith('GET '));
  for (const { write, takes } of writes) assert.equal(takes, write in requests, write);
  const known = [...Object.keys(requests), ...Object.keys(refusing).filter((one) => !one.startsWith('GET '))];
  assert.deepEqual(writes.map(({ write }) => write).sort(), known.sort());
});

describe('a request that is sent again with its key', () => {
  const lines = async () => Number((await app.database.look('select count(*) as n from quire_log'))[0]?.n);

  for (const [write, prepare] of Object.entries(requests))
    it(`is done once: ${write}`, async () => {
      const { path, body, by = app.root, headers } = await prepare();
      const method = write.slice(0, write.indexOf(' '));
      const send = (key: string, base = '') =>
        app.request(method, base + path, {
          token: by.access,
          ...(body !== undefined && { body }),
          headers: { ...headers, 'idempotency-key': key },
        });
      const key = `key-${write}`.replace(/[^!-~]/g, '-');
      const before = await lines();
      const first = await send(key);
      assert.ok(first.status < 300, first.text);
      assert.equal(first.headers['idempotency-replayed'], undefined);
      await app.server.store.jobs.idle();
      const after = await lines();
      assert.ok(after > before);
      const again = await send(key);
      assert.deepEqual([again.status, again.text], [first.status, first.text]);
      assert.equal(again.headers.location, first.headers.location);
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.equal(await lines(), after);
    });

  for (const [write, body] of Object.entries(refusing))
    for (const base of ['', '/lin2', '/lin3'])
      it(`is refused: ${base} ${write}`, async () => {
        const [method = '', path = ''] = write.replace('{id}', String(await paper())).split(' ');
        const answer = await app.request(method, base + path, {
          token: path.endsWith('refresh') ? app.root.refresh : app.root.access,
          ...(body && { body }),
          headers: { 'idempotency-key': 'a-key', 'x-quire-console': '1' },
        });
        if (base !== '' && isOnFirstBaseAlone(path)) assert.ok([404, 405].includes(answer.status));
        else {
          assert.deepEqual([answer.status, answer.body.code ?? answer.body.error_code], [400, 10030]);
          assert.match(answer.text, /Idempotency-Key/);
        }
      });
});
