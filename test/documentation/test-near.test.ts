import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

const load = (file: string) => import(pathToFileURL(`scripts/${file}`).href);
const { functionsOf } = await load('near/functions.mjs');
const { placesIn } = await load('near/changes.mjs');
const { chooseWithin, makeChooser } = await load('near/choose.mjs');
const { plan } = await load('near/plan.mjs');
const { merge, readRecord, testsReaching } = await load('near/reached.mjs');
const { mutationsOf } = await load('power/mutations.mjs');
const { draw } = await load('power/draw.mjs');

const SOURCE = `import { x } from './x.ts';
export const TABLE = {
  first: { most: 3 },
};
export function outer(a: number, b: string) {
  const inner = () => x(a, b);
  if (a > 1 && b !== '') inner();
  return [a].map((one) => one + 1).map((one) => one);
}
class Door {
  get open() { return true; }
  async close() { await x(1); }
}
`;
const PAGE = `<script setup lang="ts">
const shown = () => true;
</script>

<template>
  <p v-if="shown()">{{ shown() }}</p>
</template>
`;

describe('the functions of a source', () => {
  it('have names that do not move with its lines', () => {
    const names = (text: string) => functionsOf('a.ts', text).map(({ name }: { name: string }) => name);
    const expected = ['outer', 'outer/inner', 'outer/map()', 'outer/map()~2', 'Door/open.', 'Door/close'];
    assert.deepEqual(names(SOURCE), expected);
    assert.deepEqual(names(`\n// more\n${SOURCE}`), expected);
  });
});

describe('a changed line counts for', () => {
  const placesOf = (line: number, [file, text] = ['server/a.ts', SOURCE]) =>
    placesIn(file, text, line, 1).map(
      ({ name, words, isType }: Record<string, unknown>) => name ?? words ?? { isType },
    );
  for (const [what, line, places] of [
    ['nothing that runs, if it imports', 1, [{ isType: true }]],
    ['the property and the constant around it', 3, [['most', 'first', 'TABLE']]],
    ['the function that holds it, and those in it', 6, ['outer', 'outer/inner']],
    ['the function that holds it', 7, ['outer']],
    ['a method', 12, ['Door/close']],
  ] as const)
    it(what, () => {
      const [first] = places;
      const found = placesOf(line);
      if (Array.isArray(first)) assert.deepEqual(found[0].at(-1), 'TABLE');
      else assert.deepEqual(found, places);
    });
  it('the set-up of a component, if it is in the template', () =>
    assert.deepEqual(placesOf(6, ['console/src/A.vue', PAGE]), ['<set-up>']));
});

describe('the test files of a change', () => {
  it('are the closest of each place, two of each in any case, then as far as their cost allows', () => {
    const costs = { '/a': 50, '/b': 50, '/c': 50, '/d': 50 };
    const existing = [import.meta.filename, 'package.json', 'tsconfig.json', 'biome.json'];
    const [one, two, three, four] = existing;
    const all = Object.fromEntries(existing.map((file, index) => [file, Object.values(costs)[index]]));
    const first = new Map([
      [one, 3],
      [two, 2],
      [three, 1],
    ]);
    const second = new Map([[four, 1]]);
    assert.deepEqual(chooseWithin(all, [], [first, second], 0), {
      chosen: [one, four, two].sort(),
      left: [three],
    });
    assert.equal(chooseWithin(all, [], [first, second], 200).left.length, 0);
    assert.ok(chooseWithin(all, [three], [second], 0).chosen.includes(three));
  });

  it('are named by the collection for functions of the server and of the console', () => {
    const { candidatesFor } = makeChooser(readRecord());
    for (const [file, name, test] of [
      ['server/access/sign-in/sign-in.ts', 'signIn', 'test/requests/sign-in/sign-in.test.ts'],
      ['server/features/transfer/undo-import.ts', 'undoRecords', 'test/transfer/imports.test.ts'],
    ] as const) {
      const found = candidatesFor({ file, name });
      assert.ok(found.has(test), `${name}: ${[...found.keys()]}`);
    }
    assert.ok(candidatesFor({ file: 'server/features/transfer/a-new-file.ts', name: 'f' }).size > 0);
  });

  it('are first those that import the source themselves, known to the collection or not', () => {
    const place = { file: 'server/access/api-keys/key-limits.ts', name: 'widerThan' };
    for (const record of [readRecord(), { costs: {}, sets: [], functions: {} }]) {
      const scores: [string, number][] = [...makeChooser(record).candidatesFor(place)];
      const [closest] = scores.sort(([, one], [, two]) => two - one);
      assert.equal(closest?.[0], 'test/access/key-limits.test.ts');
    }
  });

  it('are in any case those that compare what is recorded', () => {
    const chooser = makeChooser(readRecord());
    const [routes, settings] = ['test/types/built-in-routes.test.ts', 'test/documentation/settings.test.ts'];
    for (const [file, expected] of [
      ['server/features/files/library/folder-routes.ts', [routes]],
      ['contract/limits.ts', [routes]],
      ['server/settings/file-settings.ts', [settings, routes]],
      ['console/src/App.vue', []],
    ] as const)
      assert.deepEqual(plan(chooser, [file], [], 0).chosen, expected);
  });

  it('stay known where only some are noted anew', () => {
    const former = {
      costs: { 'package.json': 7 },
      sets: [['package.json']],
      functions: { 'a.ts': { f: 0 } },
    };
    const functions = [
      ['a.ts', 'f'],
      ['a.ts', 'f/g'],
    ];
    const { by, costs, tests } = merge(former, {
      functions,
      reached: new Map([['biome.json', new Set([1])]]),
      taken: new Map(),
      isAll: false,
    });
    assert.deepEqual(tests, ['biome.json', 'package.json']);
    assert.equal(costs['package.json'], 7);
    assert.deepEqual(
      [...by.values()].map((set) => [...set]),
      [['package.json'], ['biome.json', 'package.json']],
    );
    assert.deepEqual(testsReaching(former, 'a.ts', 'f/g/h'), ['package.json']);
    assert.equal(testsReaching(former, 'a.ts', 'other'), undefined);
  });
});

describe('the faults of a source', () => {
  const changesOf = (file: string, text: string) =>
    mutationsOf(file, text).map(({ kind, start, end, by }: Record<string, never>) => [
      kind,
      text.slice(start, end),
      by,
    ]);
  it('are small, of every kind, and none is in an import', () => {
    const changes = changesOf('a.ts', SOURCE);
    for (const change of [
      ['condition dropped', "a > 1 && b !== ''", 'true'],
      ['condition turned', "a > 1 && b !== ''", "!(a > 1 && b !== '')"],
      ['condition dropped', "a > 1 && b !== ''", 'a > 1'],
      ['bound by one', '>', '>='],
      ['bound by one', '3', '4'],
      ['operator turned', '!==', '==='],
      ['arguments swapped', 'a, b', 'b, a'],
      ['await lost', 'await x(1)', 'x(1)'],
      ['return lost', 'return true;', 'return undefined as never;'],
      ['call removed', 'inner();', ';'],
      ['member removed', ' most: 3', ''],
      ['literal', 'true', 'false'],
    ])
      assert.ok(
        changes.some((each: unknown[]) => String(each) === String(change)),
        String(change),
      );
    assert.ok(mutationsOf('a.ts', SOURCE).every(({ line }: { line: number }) => line > 1));
  });
  it('are those of templates as well', () =>
    assert.deepEqual(
      changesOf('A.vue', PAGE).filter(([, what]: string[]) => what === 'shown()'),
      [
        ['condition dropped', 'shown()', 'true'],
        ['condition dropped', 'shown()', 'false'],
      ],
    ));
  it('are drawn alike for a seed, and others for another', () => {
    const drawn = (seed: number) =>
      draw(3, seed, 'server/access/sign-in/').map(({ file, line, after }: Record<string, unknown>) => [
        file,
        line,
        after,
      ]);
    assert.deepEqual(drawn(1), drawn(1));
    assert.notDeepEqual(drawn(1), drawn(2));
    assert.equal(drawn(1).length, 3);
  });
});

describe('of a source that nobody has noted yet', () => {
  it('the tests are near whose paths have its words', () => {
    const { candidatesFor } = makeChooser({ costs: {}, functions: {}, sets: [] });
    const names = (file: string) =>
      [...candidatesFor({ file, isWhole: true })].sort(([, one], [, two]) => two - one).map(([test]) => test);
    const near = names('server/features/graphql/new-bounds.ts');
    assert.equal(near[0], 'test/requests/graphql/bounds.test.ts');
    assert.ok(near.includes('test/features/graphql-names.test.ts'));
    assert.ok(!near.includes('test/requests/files/folders.test.ts'));
  });
});

describe('a fault that changes no behaviour', () => {
  const harmless: readonly { file: string; before: string; after: string }[] = JSON.parse(
    readFileSync('scripts/power/harmless.json', 'utf8'),
  );
  for (const { file, before, after } of harmless)
    it(`can be drawn in ${file}`, () => {
      const lines = readFileSync(file, 'utf8').split('\n');
      assert.ok(
        lines.some((line) => line.trim() === before),
        before,
      );
      assert.notEqual(after, before);
    });
});
