import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { openServer } from '../../../server/start.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { image, kept, multipart, upload } from '../../support/records/uploads.ts';

const rules = {
  maxFileBytes: 100_000,
  maxTotalBytes: 200_000,
  maxFiles: 20,
  addressMs: 60_000,
  thumbnailWidths: [],
  imageSizes: new Map(),
};
const app = await freshApp({
  language: 'en',
  contentDir: 'test/content/guests',
  strangerWritesPerDay: 3,
  uploadRules: {
    ...rules,
    quotaBytes: 20_000,
    quotaFiles: 3,
    resumeMs: 3_600_000,
    types: new Set(['png']),
    keepsMetadata: false,
  },
});
const other = await openServer(app.settings);
app.database.closeFirst(() => other.close());

/** Sends to one of two instances on the same database. */
const sendTo = async (instance: number, path: string, token: string, sent: InjectOptions) => {
  const headers = { ...sent.headers, ...(token !== '' && { authorization: `Bearer ${token}` }) };
  const { app: instanceApp } = instance % 2 === 0 ? app.server : other;
  return instanceApp.inject({ method: 'POST', url: path, ...sent, headers });
};

describe('uploads of a user', () => {
  const part = async (width = 20) => ({ key: 'f', name: 'a.png', bytes: await image('png', width, 20) });
  const send = async (token: string, count: number, width?: number) => {
    const parts = await Promise.all(Array.from({ length: count }, () => part(width)));
    return app.request('POST', '/cms/file', { token, ...multipart(parts) });
  };

  it('are bounded in number: a request that exceeds it leaves nothing', async () => {
    const member = await app.person();
    assert.equal((await send(member.access, 2)).status, 200);
    const before = kept(app.folder).length;
    for (const base of ['', '/lin2', '/lin3']) {
      const { body, headers } = multipart([await part(), await part()]);
      const answer = await app.request('POST', `${base}/cms/file`, { token: member.access, body, headers });
      assert.equal(answer.status, 413, answer.text);
      assert.equal(answer.body.error_code ?? answer.body.code, base === '/lin2' ? 10110 : 10112);
      assert.match(answer.text, /at most 3/);
    }
    assert.equal(kept(app.folder).length, before);
    assert.equal((await send(member.access, 1)).status, 200);
    assert.equal((await member.list('/cms/file?mine=true')).length, 3);
  });

  it('are bounded in bytes', async () => {
    const member = await app.person();
    assert.equal((await send(member.access, 1, 250)).status, 200);
    assert.equal((await send(member.access, 1, 250)).status, 413);
    assert.equal((await send(member.access, 1, 20)).status, 200);
  });

  it('are counted each, also with contents that somebody has sent before', async () => {
    const [first, second] = [await app.person(), await app.person()];
    const same = await part();
    await upload(app, first.access, same);
    for (let count = 0; count < 3; count += 1) await upload(app, second.access, same);
    assert.equal((await send(second.access, 1)).status, 413);
    await upload(app, first.access, same, same);
  });

  it('are counted in the trash as well, while their bytes are kept', async () => {
    const member = await app.person();
    const [file] = await upload(app, member.access, await part(), await part(), await part());
    await app.root.done(`DELETE /cms/file/${file?.id}`);
    assert.equal((await send(member.access, 1)).status, 413);
    await app.behind('update quire_file set delete_time = 1 where id = ?', file?.id ?? 0);
    assert.equal((await send(member.access, 1)).status, 200);
  });

  it('are not bounded for super administrators', async () => {
    assert.equal((await send(app.root.access, 5, 250)).status, 200);
  });

  it('are counted exactly, however many arrive at once at several instances', async () => {
    const member = await app.person();
    const forms = await Promise.all(Array.from({ length: 8 }, async () => multipart([await part()])));
    const sent = forms.map(({ body, headers }, instance) =>
      sendTo(instance, '/cms/file', member.access, { payload: body, headers }),
    );
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    assert.deepEqual(statuses.sort(), [200, 200, 200, 413, 413, 413, 413, 413]);
  });
});

describe('writes of callers without a name', () => {
  const write = (address: string, method = 'POST', path = '/v1/entry') =>
    app.request(method, path, { address, ...(method === 'POST' && { body: { words: 'x' } }) });

  it('are bounded for each network, whatever they do, exactly', async () => {
    const entry = { remoteAddress: '192.0.2.1', payload: { words: 'x' } };
    const sent = Array.from({ length: 9 }, (_, instance) => sendTo(instance, '/v1/entry', '', entry));
    const answers = await Promise.all(sent);
    const statuses = answers.map(({ statusCode }) => statusCode);
    assert.deepEqual(statuses.sort(), [201, 201, 201, 429, 429, 429, 429, 429, 429]);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    const seconds = Number(refused?.headers['retry-after']);
    assert.ok(seconds > 86_000 && seconds <= 86_400, String(seconds));
    const made = answers.find(({ statusCode }) => statusCode === 201)?.json().id;
    assert.equal((await write('192.0.2.1', 'DELETE', `/v1/entry/${made}`)).status, 429);
    assert.equal((await write('192.0.2.2')).status, 201);
    assert.equal((await write('192.0.2.2', 'DELETE', `/v1/entry/${made}`)).status, 200);
  });

  it('are counted by the network of an address, and only where they succeed', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await app.request('POST', '/v1/entry', { address: '2001:db8::1', body: { words: '' } });
      assert.equal(answer.status, 400);
      const dry = { address: '2001:db8::1', body: { words: 'x' } };
      assert.equal((await app.request('POST', '/v1/entry?dry_run=true', dry)).status, 200);
    }
    for (const [last, status] of [
      [1, 201],
      [2, 201],
      [3, 201],
      [4, 429],
    ] as const)
      assert.equal((await write(`2001:db8::${last}`)).status, status);
    assert.equal((await write('2001:db8:0:1::1')).status, 201);
  });

  it('are free again after a day, and forgotten', async () => {
    for (const status of [201, 201, 201, 429]) assert.equal((await write('192.0.2.9')).status, status);
    await app.behind("update quire_stranger set window_end = 1 where network = '192.0.2.9'");
    assert.equal((await write('192.0.2.9')).status, 201);
    await app.behind('update quire_stranger set window_end = 1');
    assert.equal((await write('192.0.2.10')).status, 201);
    const [left] = await app.database.look('select count(*) as n from quire_stranger');
    assert.equal(Number(left?.n), 1);
  });

  it('do not bound those who have signed in from there, nor reads and sign-ins', async () => {
    const member = await app.person();
    for (let turn = 0; turn < 4; turn += 1)
      assert.equal(
        (
          await app.request('POST', '/v1/entry', {
            token: member.access,
            address: '192.0.2.1',
            body: { words: 'x' },
          })
        ).status,
        201,
      );
    assert.equal((await app.request('GET', '/v1/entry', { address: '192.0.2.1' })).status, 200);
    assert.equal((await app.logIn(member.username, undefined, { address: '192.0.2.1' })).status, 200);
  });
});
