import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BUILT_IN, builtInRoutes } from '../../scripts/client-routes.ts';

test('the typed client knows every route of the table, whichever records a project has', async () => {
  const projects = [await builtInRoutes(), await builtInRoutes('test/content/paper', 'zh,en,de')];
  for (const texts of projects)
    for (const part of ['types', 'forms'] as const)
      assert.equal(
        readFileSync(BUILT_IN[part], 'utf8'),
        texts[part],
        `the table of routes has changed: npm run client:routes writes ${BUILT_IN[part]} anew`,
      );
});
