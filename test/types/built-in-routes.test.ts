import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filesOfRoutes } from '../../scripts/client-routes.ts';

test('the typed client knows every route, and routes, collections, options and commands are as they are recorded', async () => {
  for (const [file, text] of Object.entries(await filesOfRoutes())) {
    const kept = new Set(readFileSync(file, 'utf8').split('\n'));
    const made = new Set(text.split('\n'));
    const differing = { gone: [...kept.difference(made)], come: [...made.difference(kept)] };
    assert.deepEqual(
      differing,
      { gone: [], come: [] },
      `the tables have changed; if that is meant, npm run client:routes writes ${file} anew: ${JSON.stringify(differing)}`,
    );
  }
});
