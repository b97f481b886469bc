import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withProjectViews } from '../src/api/project-views.ts';
import { filterForApi, filterFrom } from '../src/pages/list/filter/filter.ts';

const viewsOf = (...views: object[]) => {
  const { projectViews } = withProjectViews({ views } as never) as {
    projectViews: { state: Record<string, string> }[];
  };
  return projectViews.map(({ state }) => state);
};

test('a view of the project opens a list with its settings alone', () => {
  const [board, table] = viewsOf(
    { name: 'one', label: 'One', kind: 'board', by: 'state' },
    {
      name: 'two',
      label: 'Two',
      kind: 'table',
      columns: ['a', 'b'],
      missing: ['zh', 'de'],
      sort: '-a',
      q: 'x',
    },
  );
  assert.deepEqual(board, { as: 'board', by: 'state', view: 'one' });
  assert.deepEqual(table, { as: 'table', view: 'two', columns: 'a,b', missing: 'zh,de', sort: '-a', q: 'x' });
});

test('its filter asks the API for the same records', () => {
  for (const [filter, asked] of [
    [{ a: { gte: '1', lt: '5' } }, { and: [{ a: { gte: '1' } }, { a: { lt: '5' } }] }],
    [{ a: { in: ['x', 'y'] } }, { and: [{ a: { in: ['x', 'y'] } }] }],
    [{ a: { b: { eq: 'x' } } }, { and: [{ a: { b: { eq: 'x' } } }] }],
    [
      { or: [{ a: { null: 'true' }, b: { eq: '1' } }, { c: { eq: '2' } }], d: { ne: '3' } },
      {
        and: [
          { or: [{ and: [{ a: { null: 'true' } }, { b: { eq: '1' } }] }, { and: [{ c: { eq: '2' } }] }] },
          { d: { ne: '3' } },
        ],
      },
    ],
  ] as const) {
    const [state] = viewsOf({ name: 'one', label: 'One', kind: 'table', filter });
    const read = filterFrom(state?.filter);
    assert.deepEqual(read && filterForApi(read), asked);
  }
});
