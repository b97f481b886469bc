import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pages, proseOf, root, textOf } from '../support/documentation/documents.ts';

/** The anchors of a page's headings, as the usual viewers make them. */
function anchorsOf(page: string): Set<string> {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((one) =>
      one
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('every link of the documentation leads to a file and a heading that exist', () => {
  for (const page of [...pages, 'CHANGELOG.md']) {
    const prose = proseOf(page).replaceAll(/`[^`\n]*`/g, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      assert.ok(existsSync(join(root, file)), `${page}: ${target}`);
      if (anchor !== undefined) assert.ok(anchorsOf(file).has(anchor), `${page}: ${target}`);
    }
  }
});

test('the index of the documentation lists every guide and every page of the reference', () => {
  const index = textOf('docs/README.md');
  const listed = pages.filter((page) => /^docs\/(guides|reference)\//.test(page));
  assert.ok(listed.length > 40);
  for (const page of listed) assert.ok(index.includes(`](${page.slice('docs/'.length)}) | `), page);
});

for (const page of ['docs/reference/security.md', 'docs/reference/security-asvs.md'])
  test(`every test that ${page} names exists`, () => {
    const named = [...textOf(page).matchAll(/`([a-z-]+(?:\/[a-z0-9-]+)+)`/g)].map(([, name = '']) => name);
    assert.ok(named.length > 30);
    for (const name of named) assert.ok(existsSync(join(root, `test/${name}.test.ts`)), name);
  });

test('every requirement of the ASVS names a test and words of its title, or says why there is none', () => {
  const records = [
    ...textOf('docs/reference/security-asvs.md').matchAll(
      /^\| (\d+\.\d+\.\d+) \| [12] \| (.+) \| (.+) \|$/gm,
    ),
  ];
  assert.equal(new Set(records.map(([, number]) => number)).size, 253);
  assert.equal(records.length, 253);
  for (const [, number = '', answer = '', held = ''] of records) {
    assert.notEqual(answer.trim(), '', number);
    if (/^(not applicable|operator|not tested|left out)$/.test(held)) continue;
    for (const one of held.split('; ')) {
      const [, file = '', title = ''] = /^`([a-z0-9/-]+)`: (.+)$/.exec(one) ?? [];
      assert.ok(textOf(`test/${file}.test.ts`).includes(title), `${number}: ${one}`);
    }
  }
});
