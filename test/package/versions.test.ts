import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const quire = JSON.parse(read('package.json'));

test('both packages and the changelog have one version', () => {
  assert.equal(JSON.parse(read('create-quire-cms/package.json')).version, quire.version);
  assert.equal(/^## (\d\S+)/m.exec(read('CHANGELOG.md'))?.[1], quire.version);
});

test('a new project has the compiler and the types that Quire is checked with', () => {
  const { devDependencies } = JSON.parse(read('create-quire-cms/template/package.json'));
  for (const [name, version] of Object.entries(devDependencies))
    assert.equal(version, quire.devDependencies[name], name);
});

test('the example sites begin with the packages that Quire is tested with', () => {
  const { dependencies } = JSON.parse(read('examples/sites/project/manifest.json'));
  for (const [name, version] of Object.entries(dependencies))
    assert.equal(version, quire.devDependencies[name], name);
});
