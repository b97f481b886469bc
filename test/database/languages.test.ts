import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preview } from '../../server/database/schema/migrate.ts';
import { type Catalogue, makeCatalogue } from '../../server/definitions/catalogue.ts';
import type { Definition } from '../../server/definitions/define-collection.ts';
import { inLocales } from '../../server/definitions/derived/in-locales.ts';
import { defineCollection, text } from '../../server/definitions/index.ts';
import { readLocales } from '../../server/definitions/locales.ts';
import { newDatabase } from '../support/test-database.ts';
import { apply, droppedToday, start, withContext } from './migrating.ts';

/** A collection whose title is localised in the languages of LOCALES. */
function bookIn(locales: string, isLocalised = true): Catalogue {
  const title = isLocalised
    ? text({ max: 50, required: true, unique: true, localised: true })
    : text({ max: 50, required: true, unique: true });
  const book = defineCollection({ name: 'book', label: 'Book', audit: 'full', fields: { title } });
  return makeCatalogue([inLocales(book as Definition, readLocales(locales) ?? [])]);
}

test('a language is added by a start, and leaves the records as they are', async () => {
  const kept = await newDatabase();
  await start(kept, bookIn('', false), { book: [{ title: '甲' }] });
  await start(kept, bookIn('zh,en'), { book: [{ title: '乙', title__en: 'B' }] });
  await start(kept, bookIn('zh,en,pt-BR'));
  const records = await kept.look('select title, title__en, title__pt_br from book order by id');
  assert.deepEqual(records, [
    { title: '甲', title__en: null, title__pt_br: null },
    { title: '乙', title__en: 'B', title__pt_br: null },
  ]);
  await withContext(kept, bookIn('zh,en,pt-BR'), async (context) => {
    assert.deepEqual((await preview(context)).steps, [], 'nothing is left to do');
  });
});

test('a language that is no longer named keeps its texts until a migration drops them', async () => {
  const kept = await newDatabase();
  await start(kept, bookIn('zh,en,de'), { book: [{ title: '甲', title__en: 'A', title__de: 'Ä' }] });
  await assert.rejects(start(kept, bookIn('zh,en')), /book\.title__de is no longer in the definition/);
  await withContext(kept, bookIn('zh,en'), async (context) => {
    const { steps } = await preview(context);
    assert.ok(steps.some(({ step }) => step.subject === 'book.title__de'));
  });
  await apply(kept, bookIn('zh,en'));
  assert.deepEqual(await kept.look(`select title__en, "${droppedToday('title__de')}" as gone from book`), [
    { title__en: 'A', gone: 'Ä' },
  ]);
  await start(kept, bookIn('zh,en'));
});

test('another default language is refused while there are records', async () => {
  for (const [before, after] of [
    ['zh', 'en'],
    ['zh,en', 'en,zh'],
    ['zh,en', 'en'],
  ] as const) {
    const kept = await newDatabase();
    await start(kept, bookIn('', false));
    await start(kept, bookIn(before), { book: [{ title: '甲' }] });
    await assert.rejects(
      start(kept, bookIn(after)),
      /book\.title holds texts in 'zh', and LOCALES makes 'en' the default/,
      `${before} → ${after}`,
    );
    await start(kept, bookIn(before));
    assert.deepEqual(await kept.look('select title from book'), [{ title: '甲' }]);
  }
});
