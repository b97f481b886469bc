import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classifyError } from '../../server/database/mysql/connection.ts';
import {
  claim,
  isAnyAtWork,
  type Registered,
  Silence,
  withoutServer,
} from '../../server/database/mysql/registered.ts';
import { engineName } from '../support/test-database.ts';
import { openTemporary } from './open-temporary.ts';

const one = { id: '1', name: 'one' };
const two = { id: '2', name: 'two' };
const none: ReadonlySet<string> = new Set();
const ofA: Registered = { node: one, servers: { a: 7 } };
const ofBoth: Registered = { node: one, servers: { a: 7, b: 3 } };

describe('a server of a Galera cluster', () => {
  for (const [what, found, claimant, registered, isGranted] of [
    [
      'is the first',
      undefined,
      { server: 'a', node: one, silent: none },
      { node: one, servers: { a: 1 } },
      true,
    ],
    ['beats', ofBoth, { server: 'a', node: one, silent: none }, { node: one, servers: { a: 8, b: 3 } }, true],
    [
      'comes to the node of others',
      ofA,
      { server: 'b', node: one, silent: none },
      { node: one, servers: { a: 7, b: 1 } },
      true,
    ],
    ['comes to another node', ofA, { server: 'b', node: two, silent: none }, ofA, false],
    [
      'leaves the node of others',
      ofBoth,
      { server: 'a', node: two, silent: none },
      { node: one, servers: { b: 3 } },
      false,
    ],
    [
      'leaves a node alone',
      ofA,
      { server: 'a', node: two, silent: none },
      { node: two, servers: { a: 8 } },
      true,
    ],
    [
      'finds others silent',
      ofBoth,
      { server: 'c', node: two, silent: new Set(['a', 'b']) },
      { node: two, servers: { c: 1 } },
      true,
    ],
    [
      'finds one of two silent',
      ofBoth,
      { server: 'c', node: two, silent: new Set(['a']) },
      { node: one, servers: { b: 3 } },
      false,
    ],
    [
      'finds nobody',
      { node: one, servers: {} },
      { server: 'b', node: two, silent: none },
      { node: two, servers: { b: 1 } },
      true,
    ],
  ] as const)
    it(`that ${what} ${isGranted ? 'may use its node' : 'may not'}`, () =>
      assert.deepEqual(claim(found, claimant), { registered, isGranted }));

  it('that ends leaves the others registered', () => {
    assert.deepEqual(withoutServer(ofBoth, 'a'), { node: one, servers: { b: 3 } });
    assert.deepEqual(withoutServer(ofBoth, 'c'), ofBoth);
  });

  it('is at work if its beat has risen, or if it has come since', () => {
    assert.equal(isAnyAtWork(ofBoth, ofBoth), false);
    assert.equal(isAnyAtWork(ofBoth, ofA), false);
    assert.equal(isAnyAtWork(ofBoth, { node: one, servers: { a: 7, b: 4 } }), true);
    assert.equal(isAnyAtWork(ofA, ofBoth), true);
  });

  it('is silent once its beat has not risen for longer than the whole time', () => {
    const silence = new Silence(20);
    const heard = (servers: Record<string, number>, now: number) => [
      ...silence.note({ node: one, servers }, now),
    ];
    assert.deepEqual([...silence.note(undefined, 0)], []);
    assert.deepEqual(heard({ a: 1, b: 1 }, 0), []);
    assert.deepEqual(heard({ a: 1, b: 2 }, 20), []);
    assert.deepEqual(heard({ a: 1, b: 2 }, 21), ['a']);
    assert.deepEqual(heard({ a: 2, b: 2 }, 40), []);
    assert.deepEqual(heard({ a: 2, b: 2 }, 41), ['b']);
    assert.deepEqual(heard({ b: 3 }, 42), []);
    assert.deepEqual(heard({ a: 2, b: 3 }, 62), [], 'one that went and came is heard anew');
  });

  for (const [errno, kind] of [
    [1047, 'noQuorum'],
    [1213, 'conflict'],
    [1180, 'lost'],
  ] as const)
    it(`takes error ${errno} as ${kind}`, () =>
      assert.equal(classifyError(Object.assign(new Error('no'), { errno })), kind));
});

const skip = engineName !== 'mysql' && 'only these servers have clusters of this kind';
it('a server whose database is no cluster registers nothing', { skip }, async () => {
  const { database } = await openTemporary([]);
  const records = await database.reads.all({ sql: `show tables like 'quire_node'`, parameters: [] });
  assert.deepEqual(records, []);
});
