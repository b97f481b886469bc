// No engine changes its result: what directories send is read without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPatch } from '../../server/features/scim/patch.ts';
import { readAttribute, readUser, textOf } from '../../server/features/scim/wanted-user.ts';
import { outcomeOf } from '../support/scim-outcome.ts';

describe('an attribute of a user', () => {
  for (const [attribute, value, read] of [
    ['username', 'ann', { userName: 'ann' }],
    ['username', ' ', 'invalidValue: userName must not be empty'],
    ['username', null, 'invalidValue: userName must be a string'],
    ['externalid', 'x', { externalId: 'x' }],
    ['externalid', null, { externalId: null }],
    ['externalid', 7, 'invalidValue: externalId must be a string'],
    ['displayname', 'Ann', { nickname: 'Ann' }],
    ['displayname', null, { nickname: '' }],
    ['name.formatted', ' Ann Lee ', { nickname: 'Ann Lee' }],
    ['displayname', 'a'.repeat(1000), { nickname: 'a'.repeat(24) }],
    ['displayname', 'a'.repeat(1001), 'invalidValue: displayName must have at most 1000 characters'],
    ['displayname', `${'a'.repeat(23)} b`, { nickname: 'a'.repeat(23) }],
    ['displayname', '\u200b', { nickname: '' }],
    ['name', { formatted: 'Ann Lee', givenName: 'A', familyName: 'L' }, { nickname: 'Ann Lee' }],
    ['name', { formatted: '', givenName: 'Ann', familyName: 'Lee' }, { nickname: 'Ann Lee' }],
    ['name', { familyName: 'Lee' }, { nickname: 'Lee' }],
    ['name', { formatted: 7, givenName: 'Ann' }, { nickname: 'Ann' }],
    ['name', {}, {}],
    ['name', 'Ann', {}],
    ['emails', [{ value: 'a@b.example' }, { value: 'c@b.example' }], { email: 'a@b.example' }],
    ['emails', [{ value: 'a@b.example' }, { value: 'c@b.example', primary: true }], { email: 'c@b.example' }],
    [
      'emails',
      [{ value: 'a@b.example' }, { value: 'c@b.example', primary: 'true' }],
      { email: 'c@b.example' },
    ],
    ['emails', { value: 'a@b.example' }, { email: 'a@b.example' }],
    ['emails', ['a@b.example'], { email: null }],
    ['emails', [], { email: null }],
    ['emails', null, { email: null }],
    ['emails', [{ value: 'a'.repeat(100) }], { email: 'a'.repeat(100) }],
    ['emails', [{ value: 'a'.repeat(101) }], 'invalidValue: emails must have at most 100 characters'],
    ['emails.value', 'a@b.example', { email: 'a@b.example' }],
    ['emails.value', 'a'.repeat(100), { email: 'a'.repeat(100) }],
    ['emails.value', 'a'.repeat(101), 'invalidValue: emails must have at most 100 characters'],
    ['emails.value', '', { email: null }],
    ['emails.value', null, { email: null }],
    ['active', true, { active: true }],
    ['active', 'True', { active: true }],
    ['active', false, { active: false }],
    ['active', 'False', { active: false }],
    ['active', 'yes', 'invalidValue: active must be true or false'],
    ['active', 0, 'invalidValue: active must be true or false'],
    ['title', 'Dr', {}],
  ] as const)
    it(`${attribute} ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(read).slice(0, 60)}`, () =>
      assert.deepEqual(
        outcomeOf(() => readAttribute(attribute, value)),
        read,
      ));

  it('may be sent twice, and the last wins', () => {
    const name = { givenName: 'Ann' };
    assert.deepEqual(readUser({ userName: 'ann', name, active: false }), {
      userName: 'ann',
      nickname: 'Ann',
      active: false,
    });
    assert.deepEqual(readUser({ userName: 'ann', displayName: 'Annie', name: { title: 'Dr' } }), {
      ...{ userName: 'ann', nickname: 'Annie' },
    });
    assert.equal(
      outcomeOf(() => readUser({ name })),
      'invalidValue: userName is required',
    );
  });

  it('is a text of 255 characters at most, without control characters and halves of characters', () => {
    assert.deepEqual(
      ['a'.repeat(255), '𝄞'.repeat(255), 'a'.repeat(256), 'a\u0000', '\ud834', ['a']].map(
        (text) =>
          typeof outcomeOf(() => textOf('title', text)) === 'string' &&
          outcomeOf(() => textOf('title', text)) === text,
      ),
      [true, true, false, false, false, false],
    );
  });
});

describe('operations of a PATCH', () => {
  const active = { attribute: 'active', chosen: undefined };
  for (const [what, operations, read] of [
    [
      'with a path',
      [{ op: 'Replace', path: 'active', value: true }],
      [{ ...active, op: 'replace', value: true }],
    ],
    [
      'without a path',
      [{ op: 'add', value: { id: '7', active: true } }],
      [{ ...active, op: 'add', value: true }],
    ],
    [
      'with an empty path',
      [{ op: 'add', path: '', value: { active: 1 } }],
      [{ ...active, op: 'add', value: 1 }],
    ],
    [
      'two of them',
      [
        { op: 'remove', path: 'active' },
        { op: 'add', path: 'title', value: 'Dr' },
      ],
      [
        { ...active, op: 'remove', value: undefined },
        { op: 'add', attribute: 'title', chosen: undefined, value: 'Dr' },
      ],
    ],
    [
      'of a chosen member',
      [{ op: 'remove', path: 'members[value eq "7"]' }],
      [{ op: 'remove', attribute: 'members', chosen: '7', value: undefined }],
    ],
    [
      'of an address by its type',
      [{ op: 'add', path: ' emails[type eq "work"].value ', value: 'a' }],
      [{ op: 'add', attribute: 'emails.value', chosen: undefined, value: 'a' }],
    ],
    [
      'of members that are there',
      [{ op: 'remove', path: 'members[value pr]' }],
      [{ op: 'remove', attribute: 'members', chosen: undefined, value: undefined }],
    ],
    ['of nothing', [{ op: 'remove' }], 'noTarget: path is required'],
    ['of a text without a path', [{ op: 'add', value: 'a' }], 'invalidValue: value must be a JSON object'],
    [
      'of the id',
      [{ op: 'replace', path: 'id', value: '8' }],
      'mutability: id is changed by the server alone',
    ],
    [
      'of groups',
      [{ op: 'add', path: 'Groups', value: [] }],
      'mutability: groups is changed by the server alone',
    ],
    [
      'of another kind',
      [{ op: 'move', path: 'active' }],
      'invalidSyntax: op must be one of add, replace, remove',
    ],
    [
      'that are no objects',
      ['add'],
      'invalidSyntax: Operations must hold objects such as {"op": "replace", "path": "active", "value": false}',
    ],
    [
      'with a bad path',
      [{ op: 'add', path: 'a b', value: 1 }],
      'invalidPath: a b must be a path such as active or members[value eq "7"]',
    ],
    [
      'with a path that is no text',
      [{ op: 'add', path: 7, value: 1 }],
      'invalidPath: 7 must be a path such as active or members[value eq "7"]',
    ],
    [
      'with a long path',
      [{ op: 'remove', path: 'a'.repeat(301) }],
      `invalidPath: ${'a'.repeat(60)} must be a path such as active or members[value eq "7"]`,
    ],
    ['that are empty', [], 'invalidSyntax: Operations must not be empty'],
    ['that are no list', {}, 'invalidSyntax: Operations must be an array'],
    [
      'of which there are 101',
      Array.from({ length: 101 }, () => ({ op: 'remove', path: 'active' })),
      'tooMany: Operations must have at most 100 items',
    ],
  ] as const)
    it(what, () =>
      assert.deepEqual(
        outcomeOf(() => readPatch({ operations })),
        read,
      ),
    );

  it('may be 100, with paths of 300 characters', () => {
    const path = 'a'.repeat(300);
    const Operations = Array.from({ length: 100 }, () => ({ op: 'remove', path }));
    assert.equal(readPatch({ Operations }).length, 100);
  });
});
