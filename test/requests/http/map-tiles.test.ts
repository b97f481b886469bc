// No engine changes its result: the page of the console lies in a folder.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtPage } from '../../support/browser/console-page.ts';
import { freshApp } from '../../support/fresh-app.ts';

const consoleDir = builtPage();
const without = await freshApp({ consoleDir });
const named = await freshApp({ consoleDir, mapTiles: 'https://tiles.example:8443/a/{z}/{x}/{y}.png?k=1' });

describe('the pictures that the page may load', () => {
  for (const [what, app, allowed] of [
    ['are its own', without, "img-src 'self' data: blob:"],
    [
      'are also the tiles of maps, from the one server that is named',
      named,
      "img-src 'self' data: blob: https://tiles.example:8443",
    ],
  ] as const)
    it(what, async () => {
      for (const path of ['/console', '/console/collections/x']) {
        const policy = String((await app.nobody.get(path)).headers['content-security-policy']).split('; ');
        assert.ok(policy.includes(allowed), policy.join('; '));
        assert.equal(policy.filter((one) => one.includes('tiles.example')).length, app === named ? 1 : 0);
      }
    });
});
