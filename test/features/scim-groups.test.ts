// No engine changes its result: what directories send is read without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readGroup, readGroupPatch } from '../../server/features/scim/group-changes.ts';
import { outcomeOf } from '../support/scim-outcome.ts';

const MEMBERS =
  'invalidValue: members must be objects with the id of a user as value, such as {"value": "7"}';

describe('a group', () => {
  const member = (value: unknown) => ({ value });
  it('that is sent in full has these members and no others', () => {
    const isWhole = { leaving: [], isWhole: true };
    for (const [sent, read] of [
      [{ displayName: 'a' }, { name: 'a', externalId: null, joining: [], ...isWhole }],
      [
        { DisplayName: 'a', externalId: null, members: [] },
        { name: 'a', externalId: null, joining: [], ...isWhole },
      ],
      [
        { displayName: 'a', externalId: 'x', members: [member('7'), member('8')] },
        { name: 'a', externalId: 'x', joining: [7n, 8n], ...isWhole },
      ],
      [
        { displayName: 'a', members: member('7') },
        { name: 'a', externalId: null, joining: [7n], ...isWhole },
      ],
      [{ members: [] }, 'invalidValue: displayName is required'],
      [{ displayName: 'a', externalId: 7 }, 'invalidValue: externalId must be a string'],
    ] as const)
      assert.deepEqual(
        outcomeOf(() => readGroup(sent)),
        read,
      );
  });

  for (const [value, isId] of [
    ['7', true],
    ['9'.repeat(18), true],
    ['9'.repeat(19), false],
    ['0', false],
    ['07', false],
    ['7 ', false],
    [7, false],
  ] as const)
    it(`${isId ? 'has' : 'cannot have'} the member ${JSON.stringify(value)}`, () =>
      assert.deepEqual(
        outcomeOf(() => readGroup({ displayName: 'a', members: [member('5'), member(value)] }).joining),
        isId ? [5n, BigInt(value)] : MEMBERS,
      ));

  it('has 1,000 members at most', () => {
    const members = Array.from({ length: 1001 }, () => member('7'));
    assert.equal(readGroup({ displayName: 'a', members: members.slice(1) }).joining.length, 1000);
    assert.equal(
      outcomeOf(() => readGroup({ displayName: 'a', members })),
      'tooMany: members must have at most 1000 items',
    );
  });

  const none = { joining: [], leaving: [], isWhole: false };
  const add = (...ids: string[]) => ({ op: 'add', path: 'members', value: ids.map(member) });
  const remove = (...ids: string[]) => ({ op: 'remove', path: 'members', value: ids.map(member) });
  for (const [what, Operations, read] of [
    ['a name', [{ op: 'replace', path: 'displayName', value: 'b' }], { ...none, name: 'b' }],
    ['an external id', [{ op: 'add', path: 'externalId', value: 'x' }], { ...none, externalId: 'x' }],
    ['no external id', [{ op: 'remove', path: 'externalId', value: 'x' }], { ...none, externalId: null }],
    ['another attribute', [{ op: 'add', path: 'title', value: 'x' }], none],
    ['joining', [add('7', '8'), add('9')], { ...none, joining: [7n, 8n, 9n] }],
    ['leaving', [remove('7', '8'), remove('9')], { ...none, leaving: [7n, 8n, 9n] }],
    ['one leaving', [{ op: 'remove', path: 'members[value eq "7"]' }], { ...none, leaving: [7n] }],
    ['joining and leaving', [add('7', '8'), remove('7')], { ...none, joining: [8n], leaving: [7n] }],
    ['leaving and joining', [remove('7', '8'), add('7')], { ...none, joining: [7n], leaving: [8n] }],
    [
      'all others',
      [remove('9'), { ...add('7'), op: 'replace' }],
      { joining: [7n], leaving: [], isWhole: true },
    ],
    [
      'nobody left',
      [add('7'), { op: 'remove', path: 'members' }],
      { joining: [], leaving: [], isWhole: true },
    ],
    ['nobody leaving', [{ op: 'remove', path: 'members', value: [] }], none],
  ] as const)
    it(`is changed: ${what}`, () => assert.deepEqual(readGroupPatch({ Operations }), read));
});
