import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Explanation } from '../src/api/admin/access.ts';
import { obstaclesIn } from '../src/pages/admin/access/smallest-grant.ts';
import { inversion, toChanges } from '../src/pages/admin/permissions/grant-changes.ts';

describe('what stands in the way of somebody', () => {
  const [see, edit] = ['film.read', 'film.update'].map((key) => ({ key, name: key, module: 'Film' }));
  const decision = (of: string, allowed: boolean, records: string, ...permissions: string[]) => ({
    ...{ of, rule: of, allowed, records },
    steps: [
      { rule: 'x', met: allowed, records, condition: undefined },
      ...permissions.map((permission) => ({
        rule: permission,
        met: false,
        records: 'none',
        condition: undefined,
        permission,
      })),
    ],
  });
  const of = (more: object) =>
    obstaclesIn({ allowed: false, missing: [see, edit], ...more } as unknown as Explanation).map(
      ({ of: what, permissions }) => [what, permissions.map(({ key }) => key)],
    );
  const collection = decision('collection', false, 'none', 'film.update');
  const reading = decision('reading', false, 'none', 'film.read', 'film.update');
  const field = decision('field', true, 'some', 'film.read');

  it('is each rule that refuses', () => {
    assert.deepEqual(
      of({
        decisions: [
          collection,
          decision('field', false, 'none', 'film.read'),
          decision('reading', true, 'all'),
        ],
      }),
      [
        ['collection', ['film.update']],
        ['field', ['film.read']],
      ],
    );
  });

  it('is one thing if one permission satisfies all', () => {
    assert.deepEqual(of({ decisions: [collection, reading] }), [['all', ['film.update']]]);
  });

  it('is a rule that may leave out the record, if it is about one', () => {
    const record = { exists: true, matches: false };
    assert.deepEqual(of({ decisions: [field], record }), [['all', ['film.read']]]);
    assert.deepEqual(of({ decisions: [field] }), []);
    assert.deepEqual(of({ decisions: [decision('field', true, 'all', 'film.read')], record }), []);
  });

  it('is nothing where all is allowed, or the record is missing', () => {
    assert.deepEqual(of({ decisions: [collection], allowed: true }), []);
    assert.deepEqual(of({ decisions: [collection], record: { exists: false, matches: false } }), []);
    assert.deepEqual(of({ decisions: [] }), []);
  });
});

describe('grants', () => {
  const held = new Set(['1/7', '1/8', '2/7']);
  it('are changed group by group', () => {
    assert.deepEqual(toChanges(new Set(['1/7', '1/9', '2/8', '1/8']), held), [
      { group_id: '1', grant: ['9'], revoke: ['7', '8'] },
      { group_id: '2', grant: ['8'], revoke: [] },
    ]);
  });

  it('are taken back with the ends that they had', () => {
    const end = { until: 5, reason: 'while away' };
    const changes = [
      { group_id: '1', grant: ['9'], revoke: ['7', '8'] },
      { group_id: '2', grant: [], revoke: ['8'] },
    ];
    assert.deepEqual(
      inversion(
        changes,
        new Map([
          ['1/8', end],
          ['2/7', end],
        ]) as never,
      ),
      [
        { group_id: '1', grant: ['7'], revoke: ['9'] },
        { group_id: '1', grant: ['8'], revoke: [], ...end },
        { group_id: '2', grant: ['8'], revoke: [] },
      ],
    );
  });
});
