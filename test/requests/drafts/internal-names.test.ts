import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import type { OpenApi } from '../../support/open-api.ts';
import { bulksOf } from '../../support/records/bulk.ts';
import { importsInto } from '../../support/records/imports.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ contentDir: 'test/content/drafts' });
const { root } = app;
const ESSAY = '/v1/essay';
const INTERNAL = /essay_drafts|writer_drafts/;

/** Does with an essay whatever leaves a trace, and answers the paths of what it made. */
async function leaveTraces(): Promise<string[]> {
  const writer = await root.make('/v1/writer', { name: 'Ann' });
  const id = await root.make(ESSAY, { title: 'One', writer });
  await root.done(`POST ${ESSAY}/${id}/publish`);
  await root.done(`POST ${ESSAY}/${id}/publish`, { at: Date.now() + 3_600_000 });
  await root.done(`POST ${ESSAY}/${id}/preview`);
  const { id: imported } = await importsInto(app, ESSAY).run('format=csv', 'title\nTwo\n');
  const bulk = await bulksOf(root).run(ESSAY, `filter[title][eq]=Two`, { action: 'delete', expected: 1 });
  const failing = await root.make(ESSAY, { body: 'no title' });
  await root.done(`POST ${ESSAY}/${failing}/publish`, { at: Date.now() + 100 });
  await until(async () => (await root.list('/cms/job?state=failed')).length > 0);
  await root.done(`DELETE ${ESSAY}/${id}`);
  const records = [`${ESSAY}/${failing}`, `/v1/writer/${writer}`];
  return [
    `${ESSAY}/import/${imported}`,
    `${ESSAY}/import/${imported}/report`,
    `/cms/bulk/${bulk.id}`,
    ...records.flatMap((record) => [
      `${record}?version=draft`,
      `${record}/history?version=draft`,
      `${record}/usage?version=draft`,
    ]),
    `/v1/changes?record=essay`,
  ];
}

describe('the name that drafts are stored under', () => {
  it('is in no answer', async () => {
    const made = await leaveTraces();
    const { paths } = await root.read<OpenApi>('/openapi.json');
    const open = Object.entries(paths).flatMap(([path, { get }]) => (get && !path.includes('{') ? path : []));
    const versions = open.filter((path) => /^\/v1\/(essay|writer)(\/trash)?$/.test(path));
    const asked = [...open, ...versions.map((path) => `${path}?version=draft`), ...made];
    assert.ok(open.length > 40, 'the description names its routes');
    const naming: string[] = [];
    for (const path of asked.filter((one) => !one.includes('stream')))
      if (INTERNAL.test((await root.get(path)).text)) naming.push(path);
    assert.deepEqual(naming, []);
  });
});
