import { it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/paper', locales: readLocales('zh,en>de,de') ?? [] });
const { root } = app;
it('smoke', async () => {
  const topic = await root.make('/v1/topic', { name: { zh: '电影', de: 'Film' }, code: 'f' });
  const id = await root.make('/v1/article', { title: '你好', lead: { en: 'Lead' }, topic });
  console.log(await root.done(`GET /v1/article/${id}`));
  console.log(
    (await root.get(`/v1/article/${id}?locale=all`)).text,
    (await root.get(`/v1/article/${id}?locale=all`)).headers.etag,
  );
  console.log(await root.done(`PATCH /v1/article/${id}?locale=en`, { title: 'Hello', note: 'n' }));
  console.log(await root.done(`PATCH /v1/article/${id}?locale=de`, { body: '<p>x</p>' }));
  for (const q of ['', 'locale=en', 'locale=de', 'locale=en,de', 'locale=all', 'locale=en&fallback=false'])
    console.log(q, (await root.get(`/v1/article/${id}?${q}`)).text);
  await root.make('/v1/article?locale=all', { title: { zh: '乙', en: 'Bee' }, lead: { en: 'Lead2' }, topic });
  await root.make('/v1/article', { title: '甲', pages: 3 });
  for (const q of [
    'expand=topic&locale=en&fields=topic,title',
    'locale=en&sort=title&fields=title',
    'locale=all&sort=-title&fields=title',
    'locale=en&sort=title&count=1&fields=slug',
    'filter[title][eq]=Hello',
    'locale=en&filter[title][eq]=Hello&fields=id',
    'filter[title__en][eq]=Hello&fields=id',
    'locale=en&q=hello&fields=id',
    'q=hello&fields=id',
    'locale=all&q=hello&fields=id',
    'missing=en&fields=id',
    'missing=de&fields=id',
    'fields=title__en',
  ])
    console.log(q, (await root.get(`/v1/article?${q}`)).text);
  console.log((await root.get(`/v1/article/${id}/history`)).text);
  console.log((await root.get(`/v1/article/export`)).text);
  console.log((await root.get(`/v1/article/export?locale=en&sort=title`)).text);
  console.log((await root.get(`/v1/article/export?format=jsonl&locale=zh,de`)).text);
  const put = await root.put(`/v1/article/${id}?locale=en`, { title: 'New' });
  console.log(put.text);
  console.log((await root.get(`/v1/article/${id}?locale=all`)).text);
  console.log((await root.put(`/v1/article/${id}`, { title: '新' })).text);
  console.log((await root.get(`/v1/article/${id}?locale=all`)).text);
});
