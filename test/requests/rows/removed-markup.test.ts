import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/kinds' });
const nested = await freshApp({ contentDir: 'test/content/nested' });
const path = '/v1/specimen';
const ENGLISH = { headers: { 'accept-language': 'en' } };

const texts: [html: string, stored: string, removed: readonly string[]][] = [
  ['<p>plain</p>', '<p>plain</p>', []],
  ['<P>one<BR>two &nbsp; &amp;', '<p>one<br />two \u00a0 &amp;</p>', []],
  ['<img src="/a.png" alt=x>', '<img src="/a.png" alt="x" />', []],
  ['a < b & c', 'a &lt; b &amp; c', []],
  ['<!-- note --><p>x</p>', '<p>x</p>', []],
  ['<iframe src="https://v.test"></iframe><p>x</p>', '<p>x</p>', ['iframe', 'src']],
  ['<p class="lead" style="color: red">x</p>', '<p>x</p>', ['class', 'style']],
  ['<p onclick="x()">x</p><script>y()</script>', '<p>x</p>', ['onclick', 'script']],
  ['<a href="javascript:x()">x</a>', '<a>x</a>', ['href']],
  ['<a href="/1" title="t">x</a><a href="data:x">y</a>', '<a href="/1" title="t">x</a><a>y</a>', ['href']],
  ['<font color=red>x</font>', 'x', ['font', 'color']],
  ['<section>x</section><section>y</section>', 'xy', ['section']],
];

describe('what is removed from HTML', () => {
  for (const [html, stored, removed] of texts)
    it(`is named in the message of every write: ${JSON.stringify(html)}`, async () => {
      const tail = removed.length > 0 ? `; removed from its HTML: ${removed.join(', ')}` : '';
      const { root } = app;
      const values = { title: 'x', body: html };
      const made = await root.post<{ id: number; message: string }>(path, values, ENGLISH);
      assert.equal(made.body.message.replace(/^.* created/, ''), tail);
      const { id } = made.body;
      assert.equal((await root.read(`${path}/${id}`)).body, stored);
      for (const write of [
        root.patch<{ message: string }>(`${path}/${id}`, { body: html }, ENGLISH),
        root.put<{ message: string }>(`${path}/${id}`, values, ENGLISH),
      ])
        assert.equal((await write).body.message.replace(/^.* updated/, ''), tail);
      const tried = await root.post<{ message: string; row: { body: string } }>(
        `${path}?dry_run=true`,
        values,
        ENGLISH,
      );
      assert.ok(tried.body.message.endsWith(tail) && tried.body.row.body === stored, tried.text);
      const shown = await root.post<{ body: string }>(`/api${path}`, values, ENGLISH);
      assert.equal(shown.body.body, stored);
    });

  it('is never named for Markdown, which is stored as sent or refused', async () => {
    const made = await app.root.post<{ message: string }>(path, { title: 'x', source: '*x* 1 < 2' }, ENGLISH);
    assert.doesNotMatch(made.body.message, /removed/);
  });

  it('is named for HTML inside other fields too', async () => {
    const sections = [{ type: 'body', html: '<p style="x">x</p>' }];
    const made = await nested.root.post<{ message: string }>('/v1/page', { title: 'x', sections }, ENGLISH);
    assert.match(made.body.message, /created; removed from its HTML: style$/, made.text);
  });
});
