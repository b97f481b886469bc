// No engine changes its result: headers are read without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../server/errors.ts';
import {
  readChecksum,
  readLength,
  readMetadata,
  readOffset,
  requireOffsetType,
  requireTus,
  tusAbilities,
} from '../../server/features/files/resumable/tus.ts';
import { makeToUrl, publicPathOf } from '../../server/http/public-url.ts';
import { makeSessionCookies } from '../../server/http/session-cookies.ts';

/** What reading answers, or the key of the failure and the names of the headers that it is about. */
function outcomeOf(read: () => unknown) {
  try {
    return read();
  } catch (error) {
    assert.ok(error instanceof AppError);
    return [error.key, ...Object.keys(error.problems)].join(' ');
  }
}

describe('a header of a resumable upload', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const metadata = (text: string) => outcomeOf(() => readMetadata({ 'upload-metadata': text }));
  for (const [what, read, outcome] of [
    ['this version', () => requireTus({ 'tus-resumable': '1.0.0' }), undefined],
    ['another version', () => requireTus({ 'tus-resumable': '0.2.2' }), 'tusVersionRefused'],
    ['no version', () => requireTus({}), 'tusVersionRefused'],
    ['the type', () => requireOffsetType({ 'content-type': 'application/offset+octet-stream' }), undefined],
    [
      'the type, otherwise written',
      () => requireOffsetType({ 'content-type': 'Application/Offset+Octet-Stream ; a=b' }),
      undefined,
    ],
    ['another type', () => requireOffsetType({ 'content-type': 'application/json' }), 'mediaTypeRefused'],
    ['no type', () => requireOffsetType({}), 'mediaTypeRefused'],
    ['a length', () => readLength({ 'upload-length': '1' }, 5), 1],
    ['the largest length', () => readLength({ 'upload-length': '5' }, 5), 5],
    ['a larger length', () => readLength({ 'upload-length': '6' }, 5), 'fileTooLarge'],
    ['a length of 0', () => readLength({ 'upload-length': '0' }, 5), 'malformedRequest Upload-Length'],
    ['no length', () => readLength({}, 5), 'malformedRequest Upload-Length'],
    [
      'a length that is no number',
      () => readLength({ 'upload-length': '1.5' }, 5),
      'malformedRequest Upload-Length',
    ],
    ['an offset of 0', () => readOffset({ 'upload-offset': '0' }), 0],
    ['an offset of 15 digits', () => readOffset({ 'upload-offset': '9'.repeat(15) }), 999_999_999_999_999],
    [
      'an offset of 16 digits',
      () => readOffset({ 'upload-offset': '9'.repeat(16) }),
      'malformedRequest Upload-Offset',
    ],
    ['a negative offset', () => readOffset({ 'upload-offset': '-1' }), 'malformedRequest Upload-Offset'],
    ['no offset', () => readOffset({}), 'malformedRequest Upload-Offset'],
    ['no checksum', () => readChecksum({}), undefined],
    [
      'a checksum',
      () => readChecksum({ 'upload-checksum': `sha256 ${base64('a')}` }),
      { algorithm: 'sha256', digest: Buffer.from('a') },
    ],
    [
      'a checksum of the first kind',
      () => readChecksum({ 'upload-checksum': 'sha1 YQ==' }),
      { algorithm: 'sha1', digest: Buffer.from('a') },
    ],
    [
      'a checksum of an unknown kind',
      () => readChecksum({ 'upload-checksum': 'crc32 YQ==' }),
      'malformedRequest Upload-Checksum',
    ],
    [
      'a checksum without its bytes',
      () => readChecksum({ 'upload-checksum': 'sha1' }),
      'malformedRequest Upload-Checksum',
    ],
  ] as const)
    it(what, () => assert.deepEqual(outcomeOf(read), outcome));

  for (const [sent, name] of [
    ['', ''],
    [' ', ''],
    [`filename ${base64('a.png')}`, 'a.png'],
    [`name ${base64('b.png')}`, 'b.png'],
    [`name ${base64('b.png')}, filename ${base64('ä.png')}`, 'ä.png'],
    ['private', ''],
    ['filename', ''],
    [`other ${base64('c')}`, ''],
    [`other ${'a'.repeat(1994)}`, ''],
  ] as const)
    it(`names the file '${name}': ${sent.slice(0, 60)}`, () =>
      assert.deepEqual(metadata(sent), { metadata: sent.trim(), name }));

  for (const sent of ['a b c', 'a ä', 'a b,a c', 'a b,', `other ${'a'.repeat(1995)}`])
    it(`is refused as metadata: ${sent.slice(0, 20)}`, () =>
      assert.equal(metadata(sent), 'malformedRequest Upload-Metadata'));

  it('says what the server can do', () =>
    assert.deepEqual(tusAbilities(5), {
      ...{ 'tus-resumable': '1.0.0', 'tus-version': '1.0.0', 'tus-max-size': '5' },
      'tus-extension': 'creation,expiration,termination,checksum',
      'tus-checksum-algorithm': 'sha1,sha256,md5',
    }));
});

describe('the session of a page', () => {
  const plain = makeSessionCookies({ publicUrl: undefined, maxAge: 60, deviceMaxAge: 90 });
  const behind = makeSessionCookies({ publicUrl: 'https://cms.example/site/', maxAge: 60, deviceMaxAge: 90 });
  const own = { host: 'localhost:5000', origin: 'http://localhost:5000', 'x-quire-console': '1' };
  const proxied = { host: 'inner:5000', origin: 'https://cms.example', 'x-quire-console': '1' };

  for (const [what, cookies, headers, isOwn] of [
    ['its own page', plain, own, true],
    ['its own page, as browsers say', plain, { ...own, 'sec-fetch-site': 'same-origin' }, true],
    ['its own page, the host in capitals', plain, { ...own, host: 'LOCALHOST:5000' }, true],
    ['a page of the same site', plain, { ...own, 'sec-fetch-site': 'same-site' }, false],
    ['no page', plain, { ...own, 'x-quire-console': undefined }, false],
    ['a page of another port', plain, { ...own, origin: 'http://localhost:5001' }, false],
    ['a page without an origin', plain, { ...own, origin: undefined }, false],
    ['an origin with a path', plain, { ...own, origin: 'http://localhost:5000/' }, false],
    ['no host', plain, { ...own, host: undefined }, false],
    ['its own page behind a proxy', behind, proxied, true],
    ['a page of the inner host', behind, { ...proxied, origin: 'http://inner:5000' }, true],
    ['another page behind a proxy', behind, { ...proxied, origin: 'https://other.example' }, false],
    ['the page of a proxy, where none is set', plain, proxied, false],
  ] as const)
    it(`${isOwn ? 'is for' : 'is not for'} ${what}`, () =>
      assert.equal(
        outcomeOf(() => cookies.requireOwnPage(headers)),
        isOwn ? undefined : 'foreignPage',
      ));

  for (const [what, headers, token, device] of [
    ['none', own, undefined, undefined],
    ['one', { ...own, cookie: 'quire-console-5000=a' }, 'a', undefined],
    [
      'one among others',
      { ...own, cookie: 'a=b; quire-console-5000=a=b;quire-device-5000=d; x=y' },
      'a=b',
      'd',
    ],
    [
      'one of another port',
      { ...own, cookie: 'quire-console-5001=a; quire-console=b' },
      undefined,
      undefined,
    ],
    [
      'two',
      { ...own, cookie: 'quire-console-5000=a; quire-console-5000=b' },
      'refreshTokenInvalid',
      undefined,
    ],
    [
      'one of another page',
      { ...own, origin: 'http://a.example', cookie: 'quire-console=a; quire-device=d' },
      undefined,
      undefined,
    ],
  ] as const)
    it(`is read from ${what}`, () => {
      assert.equal(
        outcomeOf(() => plain.read(headers)),
        token,
      );
      assert.equal(plain.readDevice(headers), device);
    });

  for (const [what, cookies, headers, token, device, kept] of [
    ['by no other page', plain, { ...own, origin: 'http://a.example' }, 't', 'd', {}],
    [
      'for a minute',
      plain,
      own,
      't',
      undefined,
      {
        'set-cookie':
          'quire-console-5000=t; Max-Age=60; Path=/cms/console/session; HttpOnly; SameSite=Strict',
      },
    ],
    [
      'until now',
      plain,
      own,
      undefined,
      undefined,
      {
        'set-cookie': 'quire-console-5000=; Max-Age=0; Path=/cms/console/session; HttpOnly; SameSite=Strict',
      },
    ],
    [
      'with its device, over HTTPS',
      behind,
      proxied,
      't',
      'd',
      {
        'set-cookie': ['console=t; Max-Age=60', 'device=d; Max-Age=90'].map(
          (one) => `__Secure-quire-${one}; Path=/site/cms/console/session; HttpOnly; SameSite=Strict; Secure`,
        ),
      },
    ],
  ] as const)
    it(`is kept ${what}`, () => assert.deepEqual(cookies.keep({ headers, base: '' }, token, device), kept));

  it('is secure behind HTTPS, whatever the page came by', () => {
    const headers = { ...proxied, origin: 'http://inner:5000' };
    assert.match(
      String(behind.keep({ headers, base: '' }, 't')['set-cookie']),
      /^__Secure-quire-console-5000=t; .*; Secure$/,
    );
  });
});

describe('the address of a server', () => {
  for (const [publicUrl, path] of [
    [undefined, ''],
    ['https://a.example', ''],
    ['https://a.example/', ''],
    ['https://a.example/b/c//', '/b/c'],
  ] as const)
    it(`has the path '${path}' in ${publicUrl ?? 'no setting'}`, () =>
      assert.equal(publicPathOf(publicUrl), path));

  for (const [bound, publicUrl, url] of [
    [{ address: '127.0.0.1', port: 5 }, undefined, 'http://127.0.0.1:5/a'],
    [{ address: '::', port: 5 }, undefined, 'http://localhost:5/a'],
    [{ address: '0.0.0.0', port: 5 }, undefined, 'http://localhost:5/a'],
    [{ address: '::1', port: 5 }, undefined, 'http://[::1]:5/a'],
    [{ address: '::1', port: 5 }, 'https://a.example', 'https://a.example/a'],
    ['/a/socket', undefined, '/a'],
    [null, undefined, '/a'],
  ] as const)
    it(url, () => {
      const { toUrl, listensAt } = makeToUrl(publicUrl);
      assert.equal(toUrl('/a'), `${publicUrl ?? ''}/a`);
      listensAt({ address: () => bound } as never);
      assert.equal(toUrl('/a'), url);
    });
});
