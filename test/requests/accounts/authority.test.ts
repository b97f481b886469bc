// No engine changes its result: the list is made from the routes' declarations.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();

it('the routes that permissions open include those of groups, grants and access', async () => {
  const authority =
    await app.root.read<Record<string, Record<string, readonly string[]>>>('/cms/admin/authority');
  const opened = new Set(Object.values(authority).flatMap((module) => Object.values(module).flat()));
  for (const route of [
    'GET /cms/admin/permission',
    'GET /cms/admin/group/all',
    'POST /cms/admin/grants',
    'GET /cms/access/refusals/{id}',
    'DELETE /v1/book/{id}',
  ])
    assert.ok(opened.has(route), route);
});
