// No engine changes its result: the client decides which pieces it sends.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { settingsFrom } from '../../server/settings.ts';
import { PASSWORD } from '../support/fresh-app.ts';
import { openClient } from '../support/library-client.ts';
import { image } from '../support/records/uploads.ts';

const { uploadRules } = settingsFrom({
  QUIRE_SECRET: 'a secret for a test that is long enough',
  UPLOAD_MAX_FILE_BYTES: '20000000',
});
const { app, base, Quire, QuireError } = await openClient('test/content/library', { uploadRules });

/** A network that fails as often as is wished, before or after the server has done what was asked. */
let failures: ('before' | 'after')[] = [];
const patches: string[] = [];
const flaky = async (url: string, init: RequestInit) => {
  if (init.method !== 'PATCH') return fetch(url, init);
  patches.push(new Headers(init.headers).get('upload-offset') ?? '');
  const failure = failures.shift();
  if (failure === 'before') throw new TypeError('the network failed');
  const answer = await fetch(url, init);
  if (failure === 'after') throw new TypeError('the network failed');
  return answer;
};
const client = new Quire({ base, fetch: flaky });
before(() => client.signIn('root', PASSWORD));

/** A picture of more than one piece. */
const large = async () => new Blob([new Uint8Array(await image('png', 1200, 1000))]);
const contentOf = async (id: unknown) => (await app.root.get(`/cms/file/${id}/content`)).bytes;

describe('an upload of the client', () => {
  it('arrives in pieces, and tells how far it is', async () => {
    const file = await large();
    const parts: number[] = [];
    patches.length = 0;
    const uploaded = await client.files.upload(file, {
      name: '照片.png',
      onProgress: (part) => parts.push(part),
    });
    assert.deepEqual([uploaded.name, uploaded.size, typeof uploaded.id], ['照片.png', file.size, 'string']);
    assert.deepEqual(await contentOf(uploaded.id), Buffer.from(await file.arrayBuffer()));
    assert.equal(parts.at(-1), 1);
    assert.ok(parts.length > 1);
    assert.equal(parts.length, patches.length);
  });

  it('survives a network that fails, before and after a piece was taken', async () => {
    const file = await large();
    failures = ['before', 'after', 'after'];
    const { id } = await client.files.upload(file);
    assert.deepEqual(await contentOf(id), Buffer.from(await file.arrayBuffer()));
  });

  it('stops, and goes on by its id', async () => {
    const file = await large();
    const stop = new AbortController();
    let upload = '';
    const stopped = client.files.upload(file, {
      signal: stop.signal,
      onBegun: (id) => {
        upload = id;
      },
      onProgress: () => stop.abort(),
    });
    await assert.rejects(stopped, /abort/i);
    patches.length = 0;
    const { id } = await client.files.upload(file, { id: upload });
    assert.notEqual(patches[0], '0');
    assert.deepEqual(await contentOf(id), Buffer.from(await file.arrayBuffer()));
  });

  it('begins again where it was given up', async () => {
    const file = await large();
    let upload = '';
    failures = ['before'];
    const onBegun = (id: string) => {
      upload = id;
    };
    await assert.rejects(client.files.upload(file, { retries: 0, onBegun }), TypeError);
    await client.files.giveUp(upload);
    const { id } = await client.files.upload(file, { id: upload });
    assert.deepEqual(await contentOf(id), Buffer.from(await file.arrayBuffer()));
  });

  it('may be private', async () => {
    const uploaded = await client.files.upload(new Blob([new Uint8Array(await image())]), { private: true });
    assert.equal(uploaded.private, true);
    assert.equal((await app.nobody.get(`/assets/${uploaded.path}`)).status, 404);
  });

  it('is refused once and for all', async () => {
    const refused = (status: number) => (error: unknown) =>
      error instanceof QuireError && error.status === status;
    await assert.rejects(client.files.upload(new Blob(['not an image'])), refused(415));
    await assert.rejects(client.files.upload(new Blob([new Uint8Array(20_000_001)])), refused(413));
  });
});
