import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../src');
const SUBJECT = /^\.([a-z-]+)(?=$|[ :>[.])/;

/** The classes that a style sheet begins rules with. */
function classesIn(file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
  const selectors = [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return new Set(selectors.flatMap((one) => SUBJECT.exec(one.trim())?.[1] ?? []));
}

test('a class is styled by one file: style sheets stay when their page is left', () => {
  const owners = new Map<string, string[]>();
  for (const file of globSync('**/*.css', { cwd: root }))
    for (const name of classesIn(file)) owners.set(name, [...(owners.get(name) ?? []), file]);
  assert.deepEqual(
    [...owners].filter(([, files]) => files.length > 1),
    [],
  );
});
