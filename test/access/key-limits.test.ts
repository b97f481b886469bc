// No engine changes its result: limits of keys are compared without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiKey } from '../../server/access/api-keys/api-key.collection.ts';
import {
  type KeyLimits,
  limitsOf,
  requireSoundLimits,
  widerThan,
  wordsOf,
} from '../../server/access/api-keys/key-limits.ts';
import { fromKeptTask, toKeptTask } from '../../server/access/task-of.ts';
import { AppError } from '../../server/errors.ts';
import type { WriteReads } from '../../server/records/store/write-context.ts';

const widest: KeyLimits = {
  ...{ permissions: null, collections: null, networks: null, expireTime: null },
  ...{ readOnly: false, managesAccounts: true },
};
const narrow: KeyLimits = {
  ...{ permissions: ['a', 'b'], collections: ['film'], networks: ['10.0.0.0/8'], expireTime: 1000 },
  ...{ readOnly: true, managesAccounts: false },
};

describe('a key that another key makes', () => {
  for (const [what, made, maker, wider] of [
    ['the same', narrow, narrow, []],
    ['narrower in everything', narrow, widest, []],
    ['as wide', widest, widest, []],
    [
      'wider in everything',
      widest,
      narrow,
      ['permissions', 'collections', 'readOnly', 'managesAccounts', 'networks', 'expireTime'],
    ],
    ['one permission less', { ...narrow, permissions: ['b'] }, narrow, []],
    ['no permission', { ...narrow, permissions: [] }, narrow, []],
    ['one permission more', { ...narrow, permissions: ['a', 'b', 'c'] }, narrow, ['permissions']],
    ['another permission', { ...narrow, permissions: ['c'] }, narrow, ['permissions']],
    ['all permissions', { ...narrow, permissions: null }, narrow, ['permissions']],
    ['another collection', { ...narrow, collections: ['film', 'book'] }, narrow, ['collections']],
    ['all collections', { ...narrow, collections: null }, narrow, ['collections']],
    ['writing', { ...narrow, readOnly: false }, narrow, ['readOnly']],
    ['accounts', { ...narrow, managesAccounts: true }, narrow, ['managesAccounts']],
    ['a network within', { ...narrow, networks: ['10.1.0.0/16'] }, narrow, []],
    ['a network around', { ...narrow, networks: ['0.0.0.0/0'] }, narrow, ['networks']],
    ['a second network', { ...narrow, networks: ['10.1.0.0/16', '192.168.0.0/16'] }, narrow, ['networks']],
    ['the same end', { ...narrow, expireTime: 1000 }, narrow, []],
    ['a later end', { ...narrow, expireTime: 1001 }, narrow, ['expireTime']],
    ['no end', { ...narrow, expireTime: null }, narrow, ['expireTime']],
    ['an end, of one without', { ...widest, expireTime: 5 }, widest, []],
  ] as const)
    it(`${what}: ${wider.join(', ') || 'not wider'}`, () => assert.deepEqual(widerThan(made, maker), wider));
});

describe('the limits of a stored key', () => {
  it('are its columns', () => {
    const record = {
      ...{ permissions: ['a', 'b'], collections: ['film'], networks: ['10.0.0.0/8'], expire_time: 1000 },
      ...{ read_only: true, manages_accounts: false },
    };
    assert.deepEqual(limitsOf(record as unknown as ApiKey), narrow);
    assert.deepEqual(
      limitsOf({
        ...record,
        permissions: null,
        collections: null,
        networks: null,
        expire_time: null,
      } as unknown as ApiKey),
      { ...widest, readOnly: true, managesAccounts: false },
    );
  });

  it('are none where no list is stored', () => {
    assert.deepEqual(
      [wordsOf([1, 'a']), wordsOf([]), wordsOf(null), wordsOf('a')],
      [['1', 'a'], [], null, null],
    );
  });
});

it('a task is kept as JSON, whether a key asked for it or not', () => {
  const task = {
    userId: 2n ** 60n,
    keyId: 3n,
    network: '10.0.0.1',
    method: 'POST',
    path: '/v1/film',
    requestId: 'r',
  };
  for (const one of [task, { ...task, keyId: undefined }]) {
    const kept = JSON.parse(JSON.stringify(toKeptTask(one)));
    assert.deepEqual(fromKeptTask(kept), one);
  }
  assert.equal('keyId' in toKeptTask({ ...task, keyId: undefined }), false);
});

describe('the limits of a new key', () => {
  const reads = {
    catalogue: { served: [{ name: 'film' }, { name: 'book' }] },
    context: { now: 1000 },
    where: () => [{ key: 'a' }, { key: 'b' }],
  } as unknown as WriteReads;
  for (const [limits, fields] of [
    [{}, []],
    [{ permissions: [], collections: [], networks: [], expireTime: 1001 }, []],
    [{ permissions: ['a', 'b'], collections: ['book', 'quire_file'], networks: ['10.0.0.0/8', '::1'] }, []],
    [{ permissions: ['a', 'c'] }, ['permissions']],
    [{ collections: ['film', 'quire_user'] }, ['collections']],
    [{ networks: ['10.0.0.0/8', 'home'] }, ['networks']],
    [{ expireTime: 1000 }, ['expire_time']],
    [
      { permissions: ['c'], collections: ['c'], networks: ['c'], expireTime: 0 },
      ['permissions', 'collections', 'networks', 'expire_time'],
    ],
  ] as const)
    it(`${JSON.stringify(limits)}: ${fields.length > 0 ? `refused for ${fields}` : 'sound'}`, async () => {
      const found = await requireSoundLimits(reads, { ...widest, ...limits }).then(
        () => [],
        (error: unknown) => (error instanceof AppError ? Object.keys(error.problems) : error),
      );
      assert.deepEqual(found, fields);
    });
});
