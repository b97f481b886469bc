import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyone } from '../../server/definitions/access-rule.ts';
import { defineRecord } from '../../server/definitions/define-record.ts';
import { text } from '../../server/definitions/fields/text.ts';
import { defineModule, type Module } from '../../server/module/define-module.ts';
import { modules } from '../../server/modules.ts';

const note = defineRecord({
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
  [/a module has no option 'record'/, { name: 'notes', record: [note] }],
  [/'records' must be a list/, { name: 'notes', records: note }],
  [/'permissions' is undefined/, { name: 'notes', permissions: undefined }],
  [/'open' must be a function/, { name: 'notes', open: [] }],
  [/'note' is not among its 'records'/, { name: 'notes', personalData: [personal] }],
  [/'note' is not among its 'records'/, { name: 'notes', sealedColumns: [sealed] }],
];

for (const [problem, declared] of refused)
  test(`a module is refused: ${problem.source}`, () => {
    assert.throws(() => defineModule(declared as Module), problem);
  });

test('a module may declare everything', () => {
  const declared: Module = {
    name: 'sticky-notes',
    records: [note],
    permissions: [everyone],
    personalData: [personal],
    sealedColumns: [sealed],
    open: () => ({}),
  };
  assert.equal(defineModule(declared), declared);
});

test('no two modules share a name or a record', () => {
  const named = [
    ...modules.map(({ name }) => name),
    ...modules.flatMap(({ records = [] }) => records.map(({ name }) => name)),
  ];
  assert.deepEqual(named, [...new Set(named)]);
});
