import { uploadImage } from '../records/uploads.ts';
import { consoleSite } from './browser.ts';

/** A site with records that fill each field, a past, users and a trash, beside empty collections. */
export async function harbourSite() {
  const opened = await consoleSite({
    contentDir: 'test/content/harbour',
    keepsMails: true,
    accountUrl: 'https://harbour.example',
    webhookNetworks: ['127.0.0.0/8'],
    signUp: 'open',
  });
  const { root, person } = opened.app;
  const member = await person();
  const picture = await uploadImage(opened.app);
  const folder_id = await root.make('/cms/file/folder', { name: 'Charts' });
  await root.make('/cms/file/folder', { name: 'Soundings', parent_id: folder_id });
  await root.done(`PATCH /cms/file/${picture.id}`, { folder_id, tags: ['sea'], alt: { en: 'A chart' } });
  const berth = await root.make('/v1/berth', { sign: 'A1' });
  const id = await root.make('/v1/ship', {
    ...{ name: 'Bronze mirror 铜镜', flag: 'blue', tonnage: '12345.50', number: 5, sails: true, berth },
    ...{ built: '2026-05-17', seen_at: 1_790_000_000_000, gear: { a: [1, 2.5] }, agent: 'wu@ships.example' },
    ...{
      note: 'Some notes',
      site: 'https://ships.example/a/very/long/address/of/one/ship',
      remarks: '# A *title*',
    },
    story: '<h2>Found</h2><p>In a <a href="https://ships.example">field</a></p>',
  });
  const sister = await root.make('/v1/ship', {
    name: 'A name that is so long that no column holds all of it',
    sisters: [id],
  });
  await root.done(`PATCH /v1/ship/${id}`, { note: 'Other notes', sisters: [sister] });
  const rule = { record: 'rule', action: 'create', values: { title: 'Speed', words: 'Five knots.', berth } };
  const waiting = await member.make('/v1/change-set', { title: 'Speed in the harbour', items: [rule] });
  await member.done(`POST /v1/change-set/${waiting}/submit`);
  const renamed = { record: 'ship', action: 'update', id, values: { note: 'Better notes', flag: 'red' } };
  await root.make('/v1/change-set', { title: 'Better notes', note: 'Asked for in May', items: [renamed] });
  await root.done(`PATCH /v1/ship/${id}`, { note: 'Notes that somebody else wrote' });
  const notice = await root.make('/v1/notice', { title: 'Closed on Monday', words: 'All berths' });
  await root.done(`POST /v1/notice/${notice}/publish`);
  await root.done(`PATCH /v1/notice/${notice}`, { title: 'Closed on Tuesday' });
  await root.done(`POST /v1/notice/${notice}/publish`, { at: Date.now() + 86_400_000 });
  const hook = await root.make('/cms/webhook', { name: 'Harbour board', url: 'http://127.0.0.1:9/changes' });
  await root.done(`POST /cms/webhook/${hook}/test`);
  const guide = await root.make('/v1/guide', { title: 'Harbour' });
  await root.make('/v1/guide', {
    title: 'Locks and a title that is so long that it takes several lines',
    parent: guide,
  });
  const gone = await root.make('/v1/ship', { name: 'Gone' });
  await root.done(`DELETE /v1/ship/${gone}`);
  const mistaken = await root.post('/v1/ship', { name: 'Made by mistake' });
  await root.done('POST /cms/undo', { request: mistaken.headers['x-request-id'], expected: 1 });
  const robot = await root.make('/cms/service-user', { username: 'ticketing' });
  await root.done('POST /cms/admin/invitation', { email: 'lin@ships.example' });
  await root.make('/cms/admin/request', { user_id: 2, group_id: 2, reason: 'Helps out', until: 4e12 });
  const limits = { records: ['ship', 'berth'], networks: ['192.0.2.0/24', '2001:db8::/32'], read_only: true };
  await root.done('POST /cms/key', { user_id: robot, name: 'nightly import of ships', ...limits });
  const old = Date.now() - 200 * 86_400_000;
  await opened.app.groupWith('ship.edit');
  await opened.app.behind('update quire_grant set create_time = ?', old);
  await opened.app.behind(
    'insert into quire_permission_use (user_id, permission, last_day, create_time) values (2, ?, ?, ?)',
    ...['none', old, old],
  );
  return opened;
}
