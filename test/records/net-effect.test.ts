// No engine changes its result: what an undo makes of revisions is worked out without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { netEffectOf, type PastRevision } from '../../server/records/undo/net-effect.ts';
import { countOutcomes, countUndone } from '../../server/records/undo/report.ts';

const NOTHING = { life: undefined, fields: {}, overwritten: [], unkept: [], leftFor: undefined };

/** A revision: the action, `!` if it is to be undone, and its changes, such as `title=A>B`; a name alone is not kept. */
function stepOf(text: string, index: number): PastRevision {
  const [word = '', ...changes] = text.split(' ');
  const kept = changes.filter((change) => change.includes('='));
  return {
    id: BigInt(index + 1),
    action: word.replace('!', '') as PastRevision['action'],
    isWithin: word.endsWith('!'),
    changes: Object.fromEntries(
      kept.map((change) => {
        const [name = '', values = ''] = change.split('=');
        const [before = '', after = ''] = values.split('>');
        return [name, [before, after] as const];
      }),
    ),
    unkept: changes.filter((change) => !change.includes('=')),
  };
}

describe('what a scope did to a record', () => {
  for (const [what, steps, effect] of [
    ['a change', ['update! title=A>B year=1>2'], { fields: { title: ['A', 'B'], year: ['1', '2'] } }],
    [
      'two changes of one field',
      ['update! title=A>B', 'update! title=B>C'],
      { fields: { title: ['A', 'C'] } },
    ],
    [
      'a change there and back',
      ['update! title=A>B year=1>2', 'update! title=B>A'],
      { fields: { year: ['1', '2'] } },
    ],
    [
      'another change before it goes on',
      ['update! title=A>B', 'update year=1>2', 'update! title=B>C'],
      { fields: { title: ['A', 'C'] } },
    ],
    [
      'a field that others changed since',
      ['update! title=A>B year=1>2', 'update title=B>C'],
      { fields: { year: ['1', '2'] }, overwritten: ['title'] },
    ],
    [
      'a field that others changed in between',
      ['update! title=A>B', 'update title=B>C', 'update! title=C>D'],
      { fields: { title: ['C', 'D'] } },
    ],
    [
      'only fields that others changed since',
      ['update! title=A>B', 'update title=B>C'],
      { overwritten: ['title'] },
    ],
    ['fields without values', ['update! body', 'update! body notes'], { unkept: ['body', 'notes'] }],
    [
      'a field whose later value of others is not kept',
      ['update! title=A>B year=1>2', 'update title'],
      { fields: { year: ['1', '2'] } },
    ],
    ['a new record', ['create! title=>A', 'update! title=A>B'], { life: 'made' }],
    ['a new record that it deleted again', ['create! title=>A', 'delete!'], {}],
    [
      'a new record that others changed',
      ['create! title=>A', 'update title=A>B'],
      { leftFor: 'changedSince' },
    ],
    ['a new record that others deleted', ['create! title=>A', 'delete'], { leftFor: 'deletedSince' }],
    [
      'a new record that others deleted and restored',
      ['create! title=>A', 'delete', 'restore'],
      { leftFor: 'changedSince' },
    ],
    ['a deletion', ['delete!'], { life: 'deleted' }],
    [
      'a deletion after a change',
      ['update! title=A>B', 'delete!'],
      { life: 'deleted', fields: { title: ['A', 'B'] } },
    ],
    ['a deletion that others took back', ['delete!', 'restore'], { leftFor: 'changedSince' }],
    [
      'a deletion that others took back and did again',
      ['delete!', 'restore', 'delete'],
      { leftFor: 'changedSince' },
    ],
    ['a restoring', ['restore!'], { life: 'restored' }],
    [
      'a restoring of what others changed since',
      ['restore!', 'update title=A>B'],
      { leftFor: 'changedSince' },
    ],
    [
      'a restoring and a change of what others changed since',
      ['restore! year=1>2', 'update title=A>B'],
      { fields: { year: ['1', '2'] } },
    ],
    ['a restoring of what others deleted since', ['restore!', 'delete'], { leftFor: 'changedSince' }],
    ['a deletion and a restoring', ['delete!', 'restore!'], {}],
    ['a change of what others deleted since', ['update! title=A>B', 'delete'], { leftFor: 'deletedSince' }],
    [
      'a change without a value of what others deleted since',
      ['update! body', 'delete'],
      { leftFor: 'deletedSince' },
    ],
    ['a record that is purged', ['update! title=A>B', 'purge'], { leftFor: 'purged' }],
    ['a new record that is purged', ['create! title=>A', 'purge'], { leftFor: 'purged' }],
  ] as const)
    it(what, () => assert.deepEqual(netEffectOf(steps.map(stepOf)), { ...NOTHING, ...effect }));
});

it('outcomes are counted, and those that change something', () => {
  const lines = (['removed', 'left', 'reverted', 'reverted', 'left'] as const).map((outcome, index) => ({
    ...{ collection: 'film', id: BigInt(index), outcome },
  }));
  assert.deepEqual(countOutcomes(lines), {
    removed: 1,
    reverted: 2,
    restored: 0,
    published: 0,
    unpublished: 0,
    left: 2,
  });
  assert.equal(countUndone(lines), 3);
});
