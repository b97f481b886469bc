import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readLocales } from '../../server/definitions/locales.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

const access = 'access: { read: everyone, create: login, update: login, delete: login }';
const common = `label: 'x', audit: 'none', ${access}`;
const contentDir = projectOf({
  'content/shelf.ts': `import { referredBy } from 'quire-cms';
    export default defineCollection({ name: 'shelf', path: '/v1/shelf', ${common},
      fields: { name: text({ max: 20, required: true }) },
      waysBack: { tomes: referredBy('tome.shelf', { sort: 'title', limit: 1 }) } });`,
  'content/tome.ts': `export default defineCollection({ name: 'tome', path: '/v1/tome', ${common},
      fields: {
        title: text({ max: 20, required: true, localised: true }),
        shelf: reference('shelf', { onDelete: 'detach' }),
      } });`,
});

it('a way back holds the same records, however many it begins at, in any language', async () => {
  const app = await freshApp({ contentDir, locales: readLocales('en,fr') ?? [] });
  const { root } = app;
  const items = Array.from({ length: 40 }, (_, index) => ({
    action: 'create',
    values: { name: `shelf ${index}` },
  }));
  await root.post('/v1/shelf/bulk', { items });
  const [shelf] = await root.list<{ id: number }>('/v1/shelf?sort=id&count=1');
  await root.make('/v1/tome', { title: { en: 'first', fr: 'zzz' }, shelf: shelf?.id });
  await root.make('/v1/tome', { title: { en: 'second', fr: 'aaa' }, shelf: shelf?.id });
  for (const locale of ['en', 'fr']) {
    const [few, many] = await Promise.all(
      [1, 40].map((count) =>
        root.list<object>(`/v1/shelf?sort=id&expand=tomes&count=${count}&locale=${locale}`),
      ),
    );
    assert.deepEqual(few?.[0], many?.[0], locale);
  }
});
