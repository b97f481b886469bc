// No engine changes its result: what directories send is read without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFilter } from '../../server/features/scim/filter.ts';
import { outcomeOf } from '../support/scim-outcome.ts';

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
