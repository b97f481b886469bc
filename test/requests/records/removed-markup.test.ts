import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { bulksOf } from '../../support/records/bulk.ts';
import { importsInto } from '../../support/records/imports.ts';

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

describe('what is removed from the HTML of many records', () => {
  const { root } = app;
  const bad = '<p style="x" onclick="y()">x</p>';
  const removed = { body: ['style', 'onclick'] };
  interface Told {
    readonly message: string;
    readonly items: readonly { readonly index: number; readonly removed_html?: object }[];
  }

  it('is told of each item of a bulk request, by field, and in its message', async () => {
    const update = await root.make(path, { title: 'b' });
    const items = [
      { action: 'create', values: { title: 'a', body: bad } },
      { action: 'create', values: { title: 'a', body: '<p>x</p>' } },
      { action: 'update', id: update, values: { body: '<section>x</section>' } },
      { action: 'delete', id: await root.make(path, { title: 'c', body: '<p>x</p>' }) },
      { action: 'update', id: update, values: { title: 'd' } },
    ];
    const { body } = await root.post<Told>(`${path}/bulk`, { items }, ENGLISH);
    assert.deepEqual(
      body.items.map(({ removed_html }) => removed_html),
      [removed, undefined, { body: ['section'] }, undefined, undefined],
    );
    assert.match(body.message, /; removed from its HTML: style, onclick, section$/);
    const none = await root.post<Told>(`${path}/bulk`, { items: items.slice(1, 2) }, ENGLISH);
    assert.ok(!none.text.includes('removed'), none.text);
  });

  it('names at most ten tags and attributes of a field', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `x${index}`);
    const html = names.map((name) => `<${name}>x</${name}>`).join('');
    const items = [{ action: 'create', values: { title: 'a', body: html } }];
    const { body } = await root.post<Told>(`${path}/bulk`, { items }, ENGLISH);
    assert.deepEqual(body.items[0]?.removed_html, { body: names.slice(0, 10) });
  });

  it('is told in the report of an import, record by record, and counted; of a dry run too', async () => {
    const { run, report } = importsInto(app, path);
    const records = [
      { title: 'one', slug: 'import-one', body: bad },
      { title: 'two', slug: 'import-two', body: '<p>x</p>' },
      { title: '', slug: 'Not a slug', body: bad },
      { title: 'three', slug: 'import-three', body: '<font>x</font>' },
    ];
    const lines = records.map((record) => JSON.stringify(record)).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    for (const query of ['dry_run=true', '']) {
      const { body } = await app.root.post<{ id: number }>(`${path}/import?format=jsonl&${query}`, lines, {
        headers,
      });
      const { settled } = importsInto(app, path);
      const { created, refused, removed_html } = await settled(body.id);
      assert.deepEqual([created, refused, removed_html], [3, 1, 2], query);
      const told = (await report(body.id)).map(({ removed_html }) => removed_html);
      assert.deepEqual(told, [removed, undefined, undefined, { body: ['font'] }], query);
    }
    const again = await run(
      'key=slug',
      `slug,title,body\nimport-two,two,"<p class=""x"">y</p>"\nimport-one,one,<p>x</p>\n`,
    );
    assert.deepEqual(
      (await report(again.id)).map(({ outcome, removed_html }) => [outcome, removed_html]),
      [
        ['updated', { body: ['class'] }],
        ['unchanged', undefined],
      ],
    );
  });

  it('is told in the report of a change by filter', async () => {
    const id = await root.make(path, { title: 'by filter' });
    const { run, report } = bulksOf(root);
    const done = await run(path, 'filter[title][eq]=by filter', {
      action: 'update',
      set: { body: bad },
      expected: 1,
    });
    assert.deepEqual([done.updated, done.removed_html], [1, 1]);
    assert.deepEqual(await report(done.id), [{ line: 1, outcome: 'updated', id, removed_html: removed }]);
  });
});

describe('an import of more records than are told of', () => {
  it('names what was removed from the first thousand, and counts all', async () => {
    const { run, report } = importsInto(app, path);
    const lines = Array.from({ length: 1001 }, (_, index) => `t${index},<u class=x>y</u>`);
    const done = await run('', `title,body\n${lines.join('\n')}\n`);
    assert.deepEqual([done.created, done.removed_html], [1001, 1001]);
    const told = (await report(done.id)).map(({ removed_html }) => removed_html !== undefined);
    assert.deepEqual([told.length, told.filter(Boolean).length, told.at(-1)], [1001, 1000, false]);
  });
});
