import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { builtPage } from '../../support/browser/console-page.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({
  language: 'en',
  contentDir: 'test/content/preview-site',
  locales: readLocales('en,fr,de') ?? [],
  consoleDir: builtPage(),
});
const { root, nobody } = app;
const member = await app.person();
const editor = await app.granted('article.drafts');
const id = await root.make('/v1/article', { title: { en: 'Salt & sea', fr: 'Sel' } });
const path = `/v1/article/${id}/preview`;

interface Made {
  readonly id: number;
  readonly token: string;
  readonly page: string | null;
}
const pageOf = async (locale?: string) => {
  const { page, token } = await root.done<Made>(`POST ${path}`, { hours: 1, ...(locale && { locale }) });
  assert.ok(page);
  assert.ok(page.endsWith(`&preview=${token}`));
  return page.slice(0, page.indexOf('&preview'));
};

describe('the page of a site that shows a draft', () => {
  const pages = [
    [undefined, `https://site.example/en/articles/salt-sea?id=${id}`],
    ['en', `https://site.example/en/articles/salt-sea?id=${id}`],
    ['fr', `https://site.example/fr/articles/sel?id=${id}`],
    ['de', `https://site.example/de/articles/salt-sea?id=${id}`],
  ] as const;
  for (const [locale, page] of pages)
    it(`is ${page} in ${locale ?? 'the default language'}`, async () => {
      assert.equal(await pageOf(locale), page);
    });

  it('is in one language that exists', async () => {
    for (const locale of ['it', 'all', 'en,fr', '', 7]) {
      const { status, body } = await root.post(path, { locale });
      assert.equal(status, 400, String(locale));
      assert.deepEqual(Object.keys(body.fields as object), ['locale']);
    }
  });

  it('is none while the draft lacks a value of its address', async () => {
    const untitled = await root.make('/v1/article', {});
    assert.equal((await root.post(`/v1/article/${untitled}/preview`)).body.page, null);
  });

  const people = { nobody, member, editor, root };
  const told = { nobody: undefined, member: undefined, editor: true, root: true };
  for (const [name, who] of Object.entries(people))
    it(`is ${told[name as keyof typeof told] ? '' : 'not '}described to ${name} with the drafts`, async () => {
      const { text } = await who.get('/cms/definition');
      assert.equal(text.includes('{locale}/articles/{slug}'), told[name as keyof typeof told] ?? false);
      assert.equal(text.includes('http://notices.example:8080/{id}'), true);
    });
});

describe('the console', () => {
  const framed = async (at: string) => {
    const { headers } = await nobody.get(at);
    return /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };

  it('frames exactly the sites that definitions name, and only as a page', async () => {
    const sites = 'http://notices.example:8080 https://site.example';
    for (const at of ['/console', '/console/collections/article/1']) assert.equal(await framed(at), sites);
    for (const at of ['/console/icon.svg', '/console/static/app-1a2b3c4d.js'])
      assert.equal(await framed(at), undefined);
  });
});
