// No engine changes its result: the bytes decide.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { image, multipart, type Uploaded, upload } from '../../support/records/uploads.ts';

const { uploadRules } = (await freshApp()).settings;
const app = await freshApp({
  uploadRules: { ...uploadRules, types: new Set(['png', 'txt', 'csv', 'json', 'md', 'vtt', 'svg']) },
});
const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe('a text that is allowed is a download alone', () => {
  for (const [name, bytes, mime] of [
    ['a.txt', 'Grüße\r\n\t你好\n', 'text/plain'],
    ['A.CSV', 'name;price\nx;1,5\n', 'text/csv'],
    ['a.json', '{"a":[1]}', 'application/json'],
    ['a.md', '# Title\n<script>alert(1)</script>\n', 'text/markdown'],
    ['a.markdown', 'x', 'text/markdown'],
    ['a.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n', 'text/vtt'],
    ['a.svg', SVG, 'image/svg+xml'],
    ['b.svg', SVG.replace(/^.*?\?>/, ''), 'image/svg+xml'],
  ] as const)
    it(name, async () => {
      const [file] = await upload(app, app.root.access, { key: 'f', name, bytes });
      const { path, width } = file as Uploaded;
      assert.equal(width, null);
      const { headers, text } = await app.nobody.get(`/assets/${path}`);
      assert.equal(text, bytes);
      assert.equal(String(headers['content-type']).split(';')[0], mime);
      assert.match(String(headers['content-disposition']), /^attachment;/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['content-security-policy']), /default-src 'none'; sandbox/);
      assert.equal((await app.nobody.get(`/assets/${path}?width=160`)).status, 400);
    });
});

describe('what is no text of an allowed name is refused', () => {
  const refused: readonly (readonly [string, string | Buffer])[] = [
    ['a.html', '<script>alert(1)</script>'],
    ['a', 'no name'],
    ['a.txt', Buffer.from([0x61, 0, 0x62])],
    ['a.txt', Buffer.from([0xff, 0xfe, 0x41, 0])],
    ['a.csv', Buffer.from([0xc3, 0x28])],
    ['a.svg', Buffer.from('\x1f\x8b\x08binary', 'latin1')],
    ['a.xml', SVG],
  ];
  for (const [index, [name, bytes]] of refused.entries())
    it(`${name} (${index})`, async () => {
      const sent = multipart([{ key: 'f', name, bytes }]);
      assert.equal((await app.root.post('/cms/file', sent.body, { headers: sent.headers })).status, 406);
    });

  it('and the reason is the encoding, if the name is that of a text', async () => {
    for (const [name, bytes, reason] of [
      ['a.csv', Buffer.from('caf\xe9;1', 'latin1'), /a\.csv is no text in UTF-8/],
      ['a.TXT', Buffer.from('\ufeffa', 'utf16le'), /a\.TXT is no text in UTF-8/],
      ['a.log', Buffer.from('words'), /a\.log is of no known type/],
    ] as const) {
      const sent = multipart([{ key: 'f', name, bytes }]);
      const headers = { ...sent.headers, 'accept-language': 'en' };
      const { status, body } = await app.root.post<{ msg: string }>('/cms/file', sent.body, { headers });
      assert.equal(status, 406);
      assert.match(body.msg, reason);
    }
  });

  it('and an image stays one, whatever its name says', async () => {
    const [file] = await upload(app, app.root.access, { key: 'f', name: 'a.txt', bytes: await image() });
    assert.equal(file?.extension, '.png');
  });
});
