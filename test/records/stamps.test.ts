// No engine changes its result: what is stamped on a record is worked out without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutNames } from '../../server/access/erasure/without-names.ts';
import { KeptColumns } from '../../server/records/store/kept-columns.ts';
import type { WriteContext } from '../../server/records/store/write-context.ts';
import {
  momentAfter,
  stampCreation,
  stampDeletion,
  stampReturn,
  stampUpdate,
} from '../../server/records/write/values/stamps.ts';
import { decrypt, encrypt } from '../../server/shared/secrets/cipher.ts';

const context = { actor: { id: 7n }, now: 100 } as unknown as WriteContext;
const imported = { ...context, original: { created: 10, updated: 20 } } as unknown as WriteContext;
const alive = { delete_time: null, delete_user_id: null, is_deleted: false };

describe('what is stamped on a record', () => {
  for (const [audit, given, stamps] of [
    ['none', context, {}],
    ['creation', context, { create_time: 100, create_user_id: 7n }],
    ['creation', imported, { create_time: 10, create_user_id: 7n }],
    [
      'full',
      context,
      { create_time: 100, create_user_id: 7n, update_time: 100, update_user_id: 7n, ...alive },
    ],
    [
      'full',
      imported,
      { create_time: 10, create_user_id: 7n, update_time: 20, update_user_id: 7n, ...alive },
    ],
  ] as const)
    it(`that is new, audited as ${audit}: ${Object.values(stamps).map(String).join(', ')}`, () => {
      assert.deepEqual(stampCreation(audit, given), stamps);
    });

  it('that changes, is deleted, or comes back', () => {
    const before = { update_time: 50, delete_time: null };
    assert.deepEqual(stampUpdate('full', context, before), { update_time: 100, update_user_id: 7n });
    assert.deepEqual(
      [stampUpdate('creation', context, before), stampUpdate('none', context, before)],
      [{}, {}],
    );
    assert.deepEqual(stampDeletion(context, before), {
      delete_time: 100,
      delete_user_id: 7n,
      is_deleted: true,
    });
    assert.deepEqual(stampReturn(context, before), { update_time: 100, update_user_id: 7n, ...alive });
  });

  for (const [update_time, delete_time, moment] of [
    [50, 60, 100],
    [150, null, 150],
    [50, 160, 160],
    [150, 160, 160],
    [160, 150, 160],
    [null, null, 100],
  ] as const)
    it(`is never before ${update_time} and ${delete_time}: ${moment}`, () => {
      const before = { update_time, delete_time };
      assert.equal(momentAfter(before, context), moment);
      assert.equal(stampUpdate('full', context, before).update_time, moment);
      assert.equal(stampDeletion(context, before).delete_time, moment);
      assert.equal(stampReturn(context, before).update_time, moment);
    });
});

describe('the columns that the feed keeps', () => {
  it('are added collection by collection', () => {
    const kept = new KeptColumns();
    kept.add('film', ['title']);
    kept.add('book', ['isbn']);
    kept.add('film', ['year', 'title']);
    const of = (name: string) => [...kept.of({ name })];
    assert.deepEqual([of('film'), of('book'), of('other')], [['title', 'year'], ['isbn'], []]);
  });

  it('are replaced unless some came meanwhile', () => {
    const kept = new KeptColumns();
    const known = kept.names;
    const names = new Map([['film', new Set(['title'])]]);
    kept.replace(known, names);
    assert.equal(kept.names, names);
    kept.add('book', ['isbn']);
    kept.replace(names, new Map());
    assert.deepEqual([...kept.of({ name: 'film' }), ...kept.of({ name: 'book' })], ['title', 'isbn']);
  });
});

describe('a text without the names of somebody', () => {
  const erased = withoutNames(['mei', 'mei.lin', '', '林美', 'c++'], 'X');
  for (const [text, expected] of [
    ['mei and mei', 'X and X'],
    ['mei.lin, then mei', 'X, then X'],
    ['meier, amei, mei_2, mei2', 'meier, amei, mei_2, mei2'],
    ['由mei修改', '由X修改'],
    ['由林美修改', '由X修改'],
    ['Mei', 'Mei'],
    ['c++ and c+', 'X and c+'],
    ['meixlin', 'meixlin'],
  ] as const)
    it(text, () => assert.equal(erased(text), expected));

  it('inside of values, but for the keys of messages', () => {
    const value = { key: 'mei', params: { name: 'mei', list: ['mei', 7, null, { who: '林美' }] }, mei: true };
    assert.deepEqual(erased(value), {
      ...{ key: 'mei', params: { name: 'X', list: ['X', 7, null, { who: 'X' }] }, mei: true },
    });
    assert.equal(withoutNames(['', ''], 'X')(value), value);
    assert.equal(withoutNames(['a'], '$&')('a'), '$&');
  });
});

describe('what is encrypted', () => {
  const key = Buffer.alloc(32, 1);
  const sealed = encrypt(key, 'label', 'a text, 文');
  const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte)));
  for (const [what, given, label, text, by] of [
    ['comes back', sealed, 'label', 'a text, 文', key],
    ['needs its label', sealed, 'other', undefined, key],
    ['needs its key', sealed, 'label', undefined, Buffer.alloc(32, 2)],
    ['needs its tag', { ...sealed, tag: flipped(sealed.tag) }, 'label', undefined, key],
    ['needs its whole tag', { ...sealed, tag: sealed.tag.subarray(0, 12) }, 'label', undefined, key],
    ['needs its nonce', { ...sealed, nonce: flipped(sealed.nonce) }, 'label', undefined, key],
    ['needs its whole nonce', { ...sealed, nonce: sealed.nonce.subarray(0, 8) }, 'label', undefined, key],
    ['needs its content', { ...sealed, content: flipped(sealed.content) }, 'label', undefined, key],
  ] as const)
    it(what, () => assert.equal(decrypt(by, label, given), text));

  it('is never the same twice', () => {
    assert.notDeepEqual(encrypt(key, 'label', 'a text, 文').nonce, sealed.nonce);
    assert.notDeepEqual(sealed.content.toString(), 'a text, 文');
  });
});
