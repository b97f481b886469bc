import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { projectOf } from '../support/project-of.ts';

const site = whyNoBrowser ? undefined : await consoleSite({ contentDir: 'examples/console-parts/content' });

describe('the examples of parts of the console', { skip: whyNoBrowser }, () => {
  const pageAt = async (path: string) => {
    assert.ok(site);
    const shown = await site.open();
    await shown.go(path);
    await signIn(shown.page);
    return { ...shown, root: site.app.root };
  };

  it('choose a colour, show it in lists, and clear it', async () => {
    const { page, context, faults, root } = await pageAt('/collections/place');
    const id = await root.make('/v1/place', { name: 'Harbour' });
    await page.goto(`${new URL(page.url()).origin}/console/collections/place/${id}`);
    const form = formPage(page);
    await form.input('colour').fill('#123456');
    await form.save();
    await form.told('Saved');
    assert.equal((await root.read(`/v1/place/${id}`)).colour, '#123456');
    await page.getByRole('link', { name: 'Place' }).first().click();
    await page.locator('.colour-swatch', { hasText: '#123456' }).waitFor();
    assert.deepEqual(faults, { console: [], foreign: [] });
    await context.close();
  });

  it('draw an area on a map', async () => {
    const { page, context, faults, root } = await pageAt('/collections/place/new');
    const form = formPage(page);
    await form.input('name').fill('Triangle');
    const map = form.field('area').locator('svg');
    const box = await map.boundingBox();
    assert.ok(box);
    for (const [x, y] of [
      [0.5, 0.5],
      [0.75, 0.5],
      [0.5, 0.25],
      [0.1, 0.1],
    ] as const)
      await map.click({ position: { x: box.width * x, y: box.height * y } });
    await page.getByRole('button', { name: 'Take back the last corner' }).click();
    await form.save();
    await page.waitForURL(/place\/\d+$/);
    const [triangle] = (
      await root.list<{ name: string; area: { coordinates: number[][][] } }>('/v1/place')
    ).filter(({ name }) => name === 'Triangle');
    const corners = [
      [0, 0],
      [90, 0],
      [0, 45],
      [0, 0],
    ];
    const near = (degrees: number) => Math.round(degrees / 5) * 5 + 0; // a click meets a pixel
    const [drawn] = triangle?.area.coordinates ?? [];
    assert.deepEqual(
      drawn?.map((corner) => corner.map(near)),
      corners,
    );
    assert.deepEqual(faults, { console: [], foreign: [] });
    await context.close();
  });

  it('import from a file of another system', async () => {
    const { page, context, faults, root } = await pageAt('/own/import-places');
    const feature = (name: string) => ({ type: 'Feature', properties: { name }, geometry: null });
    const buffer = Buffer.from(JSON.stringify({ features: [feature('Quay'), feature('Mole')] }));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
    await page.getByRole('button', { name: 'Import 2 places' }).click();
    await page.waitForURL(/collections\/place$/);
    const names = (await root.list<{ name: string }>('/v1/place')).map(({ name }) => name);
    assert.ok(names.includes('Quay') && names.includes('Mole'), names.join());
    assert.deepEqual(faults, { console: [], foreign: [] });
    await context.close();
  });
});

it('the part of the example of a plug-in opens the record of a redirect', {
  skip: whyNoBrowser,
}, async () => {
  const { app, open } = await consoleSite({
    contentDir: projectOf({
      'content/page.ts':
        "export default defineCollection({ name: 'page', label: 'Page', path: '/v1/page', audit: 'full', fields: { title: text({ max: 80 }), slug: text({ max: 100, unique: true }) }, access: { read: everyone, create: login, update: login, delete: login } });",
      'plugins.ts': `import slugs from '${new URL('../../examples/plugin/src/index.ts', import.meta.url)}';
        export default [slugs({ opensRecords: true, pages: { page: { from: 'title', path: '/' } } })];`,
    }),
  });
  const id = await app.root.make('/v1/page', { title: 'Sooner' });
  await app.root.done(`PATCH /v1/page/${id}`, { slug: 'later' });
  const [redirect] = await app.root.list<{ id: number }>('/v1/redirect');
  const { page, go, faults, context } = await open();
  await go(`/collections/redirect/${redirect?.id}`);
  await signIn(page);
  await page.getByRole('button', { name: 'Open the record' }).click();
  await page.waitForURL(new RegExp(`/collections/page/${id}$`));
  assert.equal(await formPage(page).input('title').inputValue(), 'Sooner');
  assert.deepEqual(faults, { console: [], foreign: [] });
  await context.close();
});
