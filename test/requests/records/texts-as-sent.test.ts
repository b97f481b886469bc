import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { freshApp } from '../../support/fresh-app.ts';
import type { Book } from '../../support/records/book.ts';

const app = await freshApp();
const texts: Readonly<Record<string, string>> = {
  HTML: '<img src=x onerror=alert(1)>',
  'what HTML escapes': 'a &amp; b &lt;i&gt; &#39;c&#39;',
  SQL: `O'Brien"); drop table quire_user; --`,
  'a pattern of SQL': '100%_\\%',
  'what JSON escapes': '\\u0041\\n "\\"',
  'what addresses escape': '%00 %3Cb%3E + ?a=b&c#d',
  'a template': '$' + '{1+1} {{1+1}} %s $1',
};

describe('a text is kept as it was sent, and escaped only where it goes out:', () => {
  for (const [what, title] of Object.entries(texts))
    it(what, async () => {
      const id = await app.makeBook({ title });
      const path = `/v1/book/${id}`;
      const read = async (base = '') => (await app.root.read<Book>(`${base}${path}`)).title;
      for (const base of ['', '/lin2', '/lin3']) assert.equal(await read(base), title, base);
      await app.root.done(`PATCH ${path}`, { title: await read() });
      assert.equal(await read(), title, 'written again');
      for (const operator of ['eq', 'contains', 'starts']) {
        const query = new URLSearchParams({ [`filter[title][${operator}]`]: title });
        const items = await app.root.list<Book>(`/v1/book?${query}`);
        assert.deepEqual(
          items.map((one) => [one.id, one.title]),
          [[id, title]],
          operator,
        );
      }
      const query = `filter[id][eq]=${id}&fields=title`;
      const { text: csv } = await app.root.get(`/v1/book/export?format=csv&${query}`);
      assert.deepEqual(parse(csv, { bom: true }).at(-1)?.at(-1), title);
      const { text: line } = await app.root.get(`/v1/book/export?format=jsonl&${query}`);
      assert.equal(JSON.parse(line).title, title);
      const changes = JSON.stringify((await app.root.get(`${path}/history`)).body);
      assert.ok(changes.includes(JSON.stringify(title)), changes);
    });
});
