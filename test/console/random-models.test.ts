import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../server/definitions/locales.ts';
import { consoleSite, signIn, whyNoBrowser } from '../support/browser/browser.ts';
import { formPage } from '../support/browser/form-page.ts';
import { LOCALES, projectOfModels, randomModels, valuesOf } from '../support/random-models.ts';
import { until } from '../support/until.ts';

const count = Number(process.env.RANDOM_RECORDS ?? 24);
const seed = Number(process.env.RANDOM_SEED ?? 7);
/** A browser takes some two seconds for each. */
const OPENED = Math.min(count, 6);

describe(`the console of ${count} collections that refer to each other (seed ${seed})`, {
  skip: whyNoBrowser,
}, () => {
  it('lists, opens and saves them', async () => {
    const models = randomModels(count, seed);
    const { app, open } = await consoleSite({
      contentDir: projectOfModels(models),
      locales: readLocales(LOCALES) ?? [],
    });
    const { page, go, faults } = await open();
    await go('/');
    await signIn(page);
    for (const model of models.slice(0, OPENED)) {
      const id = await app.root.make(`/v1/${model.name}`, valuesOf(model, 1));
      await go(`/collections/${model.name}`);
      await page.getByText(`${model.name} 1`, { exact: true }).first().waitFor();
      await go(`/collections/${model.name}/${id}`);
      const form = formPage(page);
      await form.input('size').fill('2');
      await form.save();
      const query = model.hasDrafts ? '?version=draft' : '';
      const read = () => app.root.read<{ size: number }>(`/v1/${model.name}/${id}${query}`);
      await until(async () => (await read()).size === 2);
    }
    assert.deepEqual(faults, { console: [], foreign: [] });
  });
});
