import assert from 'node:assert/strict';
import { it } from 'node:test';
import { operatorDoor } from '../../server/access/operator.ts';
import { done, success } from '../../server/access/write-result.ts';
import { readLocales } from '../../server/definitions/locales.ts';
import type { Fixture } from '../../server/definitions/project/define-fixture.ts';
import { seed } from '../../server/project/seed.ts';
import { makeSeedFiles } from '../../server/project/seed-files.ts';
import { freshApp } from '../support/fresh-app.ts';
import { importsInto } from '../support/records/imports.ts';

const app = await freshApp({ contentDir: 'test/content/paper', locales: readLocales('en,de') ?? [] });
const { store, project, takeFile } = app.server;
const files = makeSeedFiles(project.root, takeFile?.(false), false);
const { beginInTurn, settled } = importsInto(app, '/v1/article');

async function seeded(key: string, records: readonly object[], inStep = false): Promise<string[]> {
  const defined: Fixture = {
    collection: 'article',
    key,
    records: records as Fixture['records'],
    ...(inStep && { inStep }),
  };
  const lines: string[] = [];
  await operatorDoor(store, 'seed').write(async (writes) => {
    const fixtures = [{ name: 'article', file: 'f.ts', defined }];
    await seed(writes, { ...project, fixtures }, files, (line) => lines.push(line));
    return done(success.done, 'seeded');
  });
  return lines;
}

for (const [what, key, slug] of [
  ['by language', 'slug', { en: 'by-language', de: 'nach-sprache' }],
  ['as a text', 'slug', 'as-a-text'],
  ['in another language', 'slug__de', { en: 'elsewhere', de: 'anderswo' }],
] as const)
  it(`a record whose key is written ${what} is found again`, async () => {
    const record = { title: { en: what }, slug };
    assert.deepEqual(await seeded(key, [record]), ['article: 1 created, 0 updated, 0 left alone']);
    assert.deepEqual(await seeded(key, [record]), ['article: 0 created, 0 updated, 1 left alone']);
    assert.deepEqual(await seeded(key, [{ ...record, pages: 7 }], true), [
      'article: 0 created, 1 updated, 0 left alone',
    ]);
  });

it('an import finds a record by a key that is written by language', async () => {
  const record = JSON.stringify({ title: 'Imported', slug: { en: 'imported', de: 'eingefuehrt' } });
  const first = await settled((await beginInTurn('format=jsonl&key=slug', record)).body.id);
  const second = await settled((await beginInTurn('format=jsonl&key=slug', record)).body.id);
  assert.deepEqual([first.created, second.created, second.unchanged, second.refused], [1, 0, 1, 0]);
});
