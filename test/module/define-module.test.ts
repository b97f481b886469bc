import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { serverCommands } from '../../server/cli/commands.ts';
import { everyone } from '../../server/definitions/access-rule.ts';
import { defineCollection } from '../../server/definitions/define-collection.ts';
import { text } from '../../server/definitions/fields/text.ts';
import { defineModule, type Module } from '../../server/module/define-module.ts';
import { modules } from '../../server/modules.ts';

const note = defineCollection({
  name: 'note',
  label: 'Note',
  audit: 'none',
  fields: { title: text({ max: 80 }) },
});
const personal = { definition: note, owner: 'create_user_id' };
const sealed = { ...personal, columns: ['title'], purpose: 'webhook', remedy: 'begin anew' } as const;

const refused: readonly (readonly [problem: RegExp, declared: object])[] = [
  [/'name' is missing/, {}],
  [/'name' must be lower-case words joined by hyphens, not 'Notes'/, { name: 'Notes' }],
  [/a module has no option 'collection'/, { name: 'notes', collection: [note] }],
  [/'collections' must be a list/, { name: 'notes', collections: note }],
  [/'permissions' is undefined/, { name: 'notes', permissions: undefined }],
  [/'needs' must be a list/, { name: 'notes', needs: 'files' }],
  [/'keyReach' must be .*, not 'everything'/, { name: 'notes', keyReach: 'everything' }],
  [/'commands' must be an object/, { name: 'notes', commands: [] }],
  [/'notices' must be a function/, { name: 'notes', notices: [] }],
  [/'open' must be a function/, { name: 'notes', open: [] }],
  [/'note' is not among its 'collections'/, { name: 'notes', personalData: [personal] }],
  [/'note' is not among its 'collections'/, { name: 'notes', sealedColumns: [sealed] }],
];

for (const [problem, declared] of refused)
  test(`a module is refused: ${problem.source}`, () => {
    assert.throws(() => defineModule(declared as Module), problem);
  });

test('a module may declare everything', () => {
  const declared: Module = {
    name: 'sticky-notes',
    needs: ['files'],
    collections: [note],
    permissions: [everyone],
    personalData: [personal],
    sealedColumns: [sealed],
    keyReach: 'eachCollection',
    settings: {},
    furtherSettings: {
      described: {},
      isName: () => false,
      read: () => ({ values: {}, problems: [] }),
    },
    packages: { sharp: 'NOTES' },
    isOn: () => true,
    groupsIn: () => [],
    providersIn: () => [],
    commands: { note: async () => ({ usage: '', summary: 'Notes.', run: async () => {} }) },
    notices: async () => [],
    open: () => ({}),
  };
  assert.equal(defineModule(declared), declared);
});

test('no two modules share a name, a collection or a command', async () => {
  const named = [
    ...modules.map(({ name }) => name),
    ...modules.flatMap(({ collections = [] }) => collections.map(({ name }) => name)),
  ];
  assert.deepEqual(named, [...new Set(named)]);
  const called = modules.flatMap(({ commands = {} }) => Object.keys(commands));
  const all = Object.keys(await serverCommands());
  assert.deepEqual(all.slice(all.length - called.length), called);
});

test('a feature is in the list of modules, and needs those whose exports it imports', () => {
  for (const name of readdirSync('server/features')) {
    const needed = globSync(`server/features/${name}/**/*.ts`).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'(?:\.\.\/)+([\w-]+)\/exports\.ts'/g)].map(
        ([, other]) => other,
      ),
    );
    const module = modules.find((one) => one.name === name);
    assert.deepEqual([...new Set(needed)].sort(), [...(module?.needs ?? [])].sort(), name);
    assert.ok(module, name);
  }
  const names = modules.map(({ name }) => name);
  for (const { name, needs = [] } of modules)
    assert.ok(
      needs.every((one) => names.includes(one)),
      name,
    );
});
