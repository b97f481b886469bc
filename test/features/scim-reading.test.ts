// No engine changes its result: what directories send is read without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shown, windowOf } from '../../server/features/scim/answers.ts';
import { readFilter } from '../../server/features/scim/filter.ts';
import { readGroup, readGroupPatch } from '../../server/features/scim/group-changes.ts';
import { readPatch } from '../../server/features/scim/patch.ts';
import { scimFailures } from '../../server/features/scim/scim-error.ts';
import { readAttribute, readUser, textOf } from '../../server/features/scim/wanted-user.ts';

/** What a function answers, or the kind and the place of the error that directories get. */
function outcomeOf(read: () => unknown) {
  try {
    return read();
  } catch (error) {
    const { scimType, detail } = scimFailures.bodyOf(error as never, 'en') as Record<string, string>;
    return `${scimType}: ${detail?.replace('Invalid input: ', '')}`;
  }
}

const isText = (attribute: string, value: string) => ({ attribute, value });

describe('a filter', () => {
  const [ann, mail] = [isText('username', 'ann'), isText('emails.value', 'a@b.example')];
  for (const [text, filter] of [
    ['userName eq "ann"', ann],
    ['  USERNAME  EQ "ann"  ', ann],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann"', ann],
    ['urn:ietf:params:scim:schemas:core:2.0:group:userName eq "ann"', ann],
    ['emails[type eq "work"].value eq "a@b.example"', mail],
    ['externalId pr', { attribute: 'externalid', value: undefined }],
    ['active eq TRUE', { attribute: 'active', value: true }],
    ['active eq true', { attribute: 'active', value: true }],
    ['active eq False', { attribute: 'active', value: false }],
    ['userName eq "\\u0061nn"', ann],
    ['userName eq ""', isText('username', '')],
    ['userName eq "ann" and emails.value eq "a@b.example"', { both: [ann, mail] }],
    ['userName eq "ann" or emails.value eq "a@b.example"', { either: [ann, mail] }],
    [
      'id pr or userName eq "ann" and emails.value eq "a@b.example"',
      { either: [{ attribute: 'id', value: undefined }, { both: [ann, mail] }] },
    ],
    [
      '(id pr or userName eq "ann") and emails.value eq "a@b.example"',
      { both: [{ either: [{ attribute: 'id', value: undefined }, ann] }, mail] },
    ],
    [
      'id pr and id pr and id pr',
      {
        both: [
          { attribute: 'id', value: undefined },
          {
            both: [
              { attribute: 'id', value: undefined },
              { attribute: 'id', value: undefined },
            ],
          },
        ],
      },
    ],
  ] as const)
    it(text, () => assert.deepEqual(readFilter(text), filter));

  for (const text of [
    '',
    ' ',
    'userName',
    'userName eq',
    'userName eq ann',
    'userName eq 7',
    'userName eq null',
    'userName eq "ann',
    'userName eq "\\x"',
    'userName ne "ann"',
    'userName eq trueish',
    'userName eq "ann" and',
    'userName eq "ann" id pr',
    '(userName eq "ann"',
    'userName eq "ann")',
    'emails[[a]].value pr pr',
  ])
    it(`refuses ${text === '' ? 'nothing' : text}`, () =>
      assert.match(String(outcomeOf(() => readFilter(text))), /^invalidFilter/));

  it('has at most 1,000 characters and 60 words', () => {
    const long = (length: number) => `userName eq "${'a'.repeat(length - 'userName eq ""'.length)}"`;
    const words = (first: string) => `${first}${' and id pr'.repeat(19)}`;
    const isRead = (text: string) => typeof outcomeOf(() => readFilter(text)) === 'object';
    const texts = [long(1000), words('id eq "7"'), long(1001), `(${words('id pr')})`];
    assert.deepEqual(texts.map(isRead), [true, true, false, false]);
  });
});

describe('an attribute of a user', () => {
  for (const [attribute, value, read] of [
    ['username', 'ann', { userName: 'ann' }],
    ['username', ' ', 'invalidValue: userName'],
    ['username', null, 'invalidValue: userName'],
    ['externalid', 'x', { externalId: 'x' }],
    ['externalid', null, { externalId: null }],
    ['externalid', 7, 'invalidValue: externalId'],
    ['displayname', 'Ann', { nickname: 'Ann' }],
    ['displayname', null, { nickname: '' }],
    ['name.formatted', ' Ann Lee ', { nickname: 'Ann Lee' }],
    ['displayname', 'a'.repeat(1000), { nickname: 'a'.repeat(24) }],
    ['displayname', 'a'.repeat(1001), 'invalidValue: displayname'],
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
    ['emails', [{ value: 'a'.repeat(101) }], 'invalidValue: emails'],
    ['emails.value', 'a@b.example', { email: 'a@b.example' }],
    ['emails.value', 'a'.repeat(100), { email: 'a'.repeat(100) }],
    ['emails.value', 'a'.repeat(101), 'invalidValue: emails'],
    ['emails.value', '', { email: null }],
    ['emails.value', null, { email: null }],
    ['active', true, { active: true }],
    ['active', 'True', { active: true }],
    ['active', false, { active: false }],
    ['active', 'False', { active: false }],
    ['active', 'yes', 'invalidValue: active'],
    ['active', 0, 'invalidValue: active'],
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
      'invalidValue: userName',
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
    ['of nothing', [{ op: 'remove' }], 'noTarget: path'],
    ['of a text without a path', [{ op: 'add', value: 'a' }], 'invalidValue: value'],
    ['of the id', [{ op: 'replace', path: 'id', value: '8' }], 'mutability: id'],
    ['of groups', [{ op: 'add', path: 'Groups', value: [] }], 'mutability: groups'],
    ['of another kind', [{ op: 'move', path: 'active' }], 'invalidSyntax: op'],
    ['that are no objects', ['add'], 'invalidSyntax: Operations'],
    ['with a bad path', [{ op: 'add', path: 'a b', value: 1 }], 'invalidPath: a b'],
    ['with a path that is no text', [{ op: 'add', path: 7, value: 1 }], 'invalidPath: 7'],
    ['with a long path', [{ op: 'remove', path: 'a'.repeat(301) }], `invalidPath: ${'a'.repeat(60)}`],
    ['that are empty', [], 'invalidSyntax: Operations'],
    ['that are no list', {}, 'invalidSyntax: Operations'],
    [
      'of which there are 101',
      Array.from({ length: 101 }, () => ({ op: 'remove', path: 'active' })),
      'tooMany: Operations',
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
      [{ members: [] }, 'invalidValue: displayName'],
      [{ displayName: 'a', externalId: 7 }, 'invalidValue: externalId'],
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
        isId ? [5n, BigInt(value)] : 'invalidValue: members',
      ));

  it('has 1,000 members at most', () => {
    const members = Array.from({ length: 1001 }, () => member('7'));
    assert.equal(readGroup({ displayName: 'a', members: members.slice(1) }).joining.length, 1000);
    assert.equal(
      outcomeOf(() => readGroup({ displayName: 'a', members })),
      'tooMany: members',
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

describe('what an answer shows', () => {
  const user = { id: '7', schemas: ['s'], userName: 'ann', name: { formatted: 'Ann' }, active: true };
  for (const [asked, names] of [
    [{}, ['id', 'schemas', 'userName', 'name', 'active']],
    [{ attributes: '' }, ['id', 'schemas', 'userName', 'name', 'active']],
    [{ attributes: 'username, NAME.formatted' }, ['id', 'schemas', 'userName', 'name']],
    [{ attributes: 'title' }, ['id', 'schemas']],
    [{ excludedAttributes: 'USERNAME,id,active' }, ['id', 'schemas', 'name']],
    [{ attributes: 'active', excludedAttributes: 'active' }, ['id', 'schemas', 'active']],
  ] as const)
    it(JSON.stringify(asked), () => assert.deepEqual(Object.keys(shown(user, asked)), names));

  for (const [asked, startIndex, limit] of [
    [{}, 1, 100],
    [{ startIndex: '1', count: '0' }, 1, 0],
    [{ startIndex: '0', count: '-1' }, 1, 0],
    [{ startIndex: '2', count: '200' }, 2, 200],
    [{ startIndex: '-5', count: '201' }, 1, 200],
  ] as const)
    it(`from ${startIndex} at most ${limit}, asked for ${JSON.stringify(asked)}`, () =>
      assert.deepEqual(windowOf(asked), { startIndex, offset: startIndex - 1, limit }));

  for (const asked of [{ startIndex: 'x' }, { count: '1.5' }, { count: '' }, { count: '1234567890' }])
    it(`nothing, asked for ${JSON.stringify(asked)}`, () =>
      assert.equal(
        outcomeOf(() => windowOf(asked)),
        'invalidValue: startIndex, count',
      ));
});

describe('a failure of a request', () => {
  const failure = (key: string, status: number) => ({ key, status, text: { key, values: {} } }) as never;
  for (const [key, status, told, scimType] of [
    ['usernameTaken', 400, 409, 'uniqueness'],
    ['emailTaken', 400, 409, 'uniqueness'],
    ['groupNameTaken', 400, 409, 'uniqueness'],
    ['duplicate', 400, 409, 'uniqueness'],
    ['badParameters', 400, 400, 'invalidValue'],
    ['notFound', 404, 404, undefined],
  ] as const)
    it(`${key} is ${told} ${scimType ?? ''}`, () => {
      const body = scimFailures.bodyOf(failure(key, status), 'en') as Record<string, unknown>;
      assert.deepEqual(
        [scimFailures.statusOf(failure(key, status)), body.status, body.scimType, body.schemas],
        [told, String(told), scimType, ['urn:ietf:params:scim:api:messages:2.0:Error']],
      );
    });
});
