import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { PASSWORD } from '../support/fresh-app.ts';
import { image, multipart, uploadImage } from '../support/records/uploads.ts';
import type { Site } from './site.ts';

interface Told {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Another address of this machine, which is not in TRUST_PROXY. */
const STRANGER = '127.0.0.2';

/** What other clients send, and what they must get. */
export function wireJourney({ app, url, program, isCompressing, maxUpload }: Site): void {
  const auth = { authorization: `Bearer ${app.root.access}` };

  async function send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Promise<Told> {
    const asked = request(url + path, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      localAddress: STRANGER,
      family: 4,
    });
    if (headers.expect !== undefined) {
      asked.flushHeaders();
      asked.once('continue', () => asked.end(body));
    } else asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) };
  }
  const json = ({ headers, bytes }: Told) =>
    JSON.parse(String(headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes));

  it('answers 304 to the tag that it got, and varies by what decides the answer', async () => {
    const id = await app.root.make('/v1/ship', { name: 'Tagged', note: 'n'.repeat(500) });
    const headers = { ...auth, 'accept-encoding': 'gzip' };
    for (const path of [`/v1/ship/${id}`, '/cms/definition', '/openapi.json', '/console']) {
      const first = await send('GET', path, { headers });
      assert.equal(first.status, 200);
      if (first.headers['content-encoding']) assert.match(String(first.headers.vary), /accept-encoding/i);
      const known = { ...headers, 'if-none-match': String(first.headers.etag) };
      const { status, bytes } = await send('GET', path, { headers: known });
      assert.deepEqual([status, bytes.length], [304, 0], path);
    }
    const { headers: told } = await send('GET', `/v1/ship/${id}`, { headers });
    assert.match(String(told.vary), /authorization/i);
    assert.equal(told['content-encoding'], isCompressing ? 'gzip' : undefined);
    assert.equal(/^"[\w-]{43}"$/.test(String(told.etag)), !isCompressing, `the proxy sent ${told.etag}`);
  });

  it('sends ranges of files, and the whole where the file is another one', async () => {
    const file = await uploadImage(app);
    const path = `/assets/${file.path}`;
    const whole = await send('GET', path);
    assert.deepEqual(whole.bytes, file.bytes);
    for (const headers of [
      { range: 'bytes=5-14' },
      { range: 'bytes=5-14', 'if-range': String(whole.headers.etag) },
    ]) {
      const part = await send('GET', path, { headers });
      assert.deepEqual([part.status, part.bytes], [206, file.bytes.subarray(5, 15)]);
      assert.equal(part.headers['content-range'], `bytes 5-14/${file.size}`);
    }
    const changed = { range: 'bytes=5-14', 'if-range': String(whole.headers.etag).replace(/"$/, '-gzip"') };
    const again = await send('GET', path, { headers: { ...changed, 'accept-encoding': 'gzip' } });
    // A proxy may take the range of its own compressed form, whose tag this is.
    assert.ok(again.status === 200 || again.headers['content-encoding'] === 'gzip', String(again.status));
    const head = await send('HEAD', path);
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    assert.equal(head.headers['content-length'], String(file.size));
  });

  it('takes a body that the client holds back until it is asked for it', async () => {
    const body = JSON.stringify({ name: 'Expected' });
    const headers = { ...auth, expect: '100-continue', 'content-type': 'application/json' };
    const { status, headers: told } = await send('POST', '/v1/ship', { headers, body });
    assert.equal(status, 201);
    const { pathname } = new URL(String(told.location), url);
    assert.equal(
      (await send('GET', pathname.slice(new URL(url).pathname.replace(/\/$/, '').length), { headers: auth }))
        .status,
      200,
    );
  });

  it('refuses a body that is too large in the form of other failures', async () => {
    const { body, headers } = multipart([
      { key: 'file', name: 'a.png', bytes: Buffer.concat([await image(), Buffer.alloc(maxUpload)]) },
    ]);
    const answer = await send('POST', '/cms/file', { headers: { ...auth, ...headers }, body });
    assert.equal(answer.status, 413);
    assert.notEqual(json(answer).error_code, undefined);
  });

  it('refuses headers that are too large, and serves the next request', async () => {
    for (const size of [6000, 14_000, 30_000]) {
      const { status } = await send('GET', '/v1/ship', { headers: { ...auth, 'x-large': 'a'.repeat(size) } });
      assert.ok([200, 400, 431].includes(Number(status)), `${size}: ${status}`);
      assert.equal((await send('GET', '/v1/ship', { headers: auth })).status, 200);
    }
  });

  it('knows the client by the address that the proxy saw', async () => {
    const { username, ...person } = await app.person();
    const said = {
      'x-forwarded-for': '7.7.7.7',
      forwarded: 'for=7.7.7.7',
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ username, password: PASSWORD });
    await send('POST', '/cms/user/login', { headers: said, body });
    const sessions = await person.read<readonly { address: string }[]>('/cms/user/sessions');
    assert.ok(
      sessions.some(({ address }) => address === STRANGER),
      JSON.stringify(sessions),
    );
    assert.ok(sessions.every(({ address }) => address !== '7.7.7.7'));
  });

  it(`names of headers in any case, and connections that end, are all the same to ${program.path}`, async () => {
    const headers = { AUTHORIZATION: auth.authorization, Connection: 'close', 'ACCEPT-LANGUAGE': 'en' };
    assert.equal((await send('GET', '/v1/ship', { headers })).status, 200);
  });
}
