// No engine changes its result: it is about files, SQLite's among them.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { settingsFrom } from '../../../server/settings.ts';
import { openServer } from '../../../server/start.ts';
import { image, multipart } from '../../support/records/uploads.ts';
import { temporaryFolder } from '../../support/test-database.ts';

const folder = join(temporaryFolder(), 'data');
const password = 'correct horse 1';
const environment = {
  DATABASE_URL: `file:${join(folder, 'quire.db')}`,
  LOG_LEVEL: 'error',
  MAIL_DIR: join(folder, 'mail'),
  QUIRE_ADMIN_PASSWORD: password,
  UPLOAD_DIR: join(folder, 'uploads'),
};
const { app, store, close } = await openServer(settingsFrom(environment));
after(close);

test('what a server writes is read by its own user alone', async () => {
  const payload = { username: 'root', password };
  const { access_token } = (await app.inject({ method: 'POST', url: '/cms/user/login', payload })).json();
  const authorization = `Bearer ${access_token}`;
  const { body, headers } = multipart([{ key: 'one', name: 'one.png', bytes: await image() }]);
  const sent = { ...headers, authorization };
  const [{ url }] = (
    await app.inject({ method: 'POST', url: '/cms/file', headers: sent, payload: body })
  ).json();
  await app.inject(`${url}?width=320`);
  const invited = { email: 'ann@home.test' };
  await app.inject({
    ...{ method: 'POST', url: '/cms/admin/invitation', headers: { authorization }, payload: invited },
  });
  await store.jobs.idle();

  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const written of ['quire.db', 'secret', 'uploads/incoming'])
    assert.ok(paths.includes(written), `${written} is not among ${paths}`);
  assert.ok(paths.some((path) => path.endsWith('.png')));
  for (const path of [folder, ...paths.map((one) => join(folder, one))])
    assert.equal(statSync(path).mode & 0o077, 0, path);
});
