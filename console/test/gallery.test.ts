import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../src');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
const gallery = read('gallery/*').join('\n');
const tokens = readFileSync(join(root, 'styles/tokens.css'), 'utf8');

describe('the gallery', () => {
  for (const kind of ['space', 'size', 'radius', 'width'])
    it(`shows every ${kind}`, () => {
      const names = [...tokens.matchAll(new RegExp(`^ {2}--${kind}(?:-([\\w-]+))?:`, 'gm'))];
      assert.ok(names.length > 3);
      for (const [, name = ''] of names) assert.match(gallery, new RegExp(`'${name}'`), `--${kind}-${name}`);
    });

  it('shows every part that all pages may use', () => {
    const parts = globSync('parts/*.vue', { cwd: root }).map((file) => /(\w+)\.vue/.exec(file)?.[1] ?? '');
    const UNSHOWN = new Set(['CollectionScope', 'CopyButton', 'ErrorNote', 'ExportButton']); // they ask the server, or look as others do
    for (const part of parts.filter((one) => !UNSHOWN.has(one)))
      assert.match(gallery, new RegExp(`<${part}\\b`), part);
  });

  it('is imported by nothing that is built', () => {
    const files = globSync('**/*.{ts,vue}', { cwd: root }).filter((file) => !file.startsWith('gallery/'));
    for (const file of files)
      assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /\bgallery\//, file);
  });
});
