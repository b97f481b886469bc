import assert from 'node:assert/strict';
import { it } from 'node:test';
import { titleFieldsOf } from '../src/form/record-title.ts';

const field = (name: string, readable = true) => ({ name, readable });

for (const [who, collection, fields] of [
  ['a record', { title_field: 'name', fields: [field('name'), field('username')] }, ['name']],
  [
    'a user, for readers of usernames',
    { title_field: 'nickname', builtin: true, fields: [field('nickname'), field('username')] },
    ['nickname', 'username'],
  ],
  [
    'a user, for all others',
    { title_field: 'nickname', builtin: true, fields: [field('nickname'), field('username', false)] },
    ['nickname'],
  ],
] as const)
  it(`${who} is called by ${fields.join(', then ')}`, () => {
    assert.deepEqual(titleFieldsOf(collection), fields);
  });
