import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goalsOf, lanesOf } from '../src/pages/list/layouts/lanes.ts';
import { layoutIn, layoutsOf } from '../src/pages/list/layouts/layouts.ts';
import { dayOf, daysAround, laterMonth, readMonth } from '../src/pages/list/layouts/month.ts';
import { linesIn, sectionAround, spotOf, within } from '../src/pages/list/layouts/world.ts';

const field = (name: string, kind: string, more: object = {}) => ({
  name,
  kind,
  label: name,
  readable: true,
  updatable: true,
  ...more,
});
const stage = field('stage', 'choice', {
  choices: [
    { value: 'a', label: 'A', color: 'red' },
    { value: 'b', label: 'B' },
  ],
});
const collection = {
  fields: [
    stage,
    field('at', 'date-time'),
    field('day', 'date'),
    field('place', 'point'),
    field('photo', 'file'),
    field('name', 'text'),
    field('create_time', 'date-time'),
    field('secret', 'choice', { readable: false }),
    field('stage_en', 'choice', { translates: 'stage' }),
  ],
};

describe('layouts', () => {
  it('are by the fields that the reader sees, each once', () => {
    const found = layoutsOf(collection as never).map(({ as, field }) => `${as} ${field.name}`);
    assert.deepEqual(found, ['gallery photo', 'board stage', 'calendar at', 'calendar day', 'map place']);
  });

  for (const [as, by, found] of [
    ['board', 'stage', 'stage'],
    ['board', 'secret', undefined],
    ['map', 'stage', undefined],
    ['board', undefined, undefined],
    ['constructor', 'stage', undefined],
  ] as const)
    it(`${as} by ${by} is ${found}`, () => {
      assert.equal(layoutIn(collection as never, { as, by } as never)?.field.name, found);
    });
});

describe('lanes', () => {
  it('are the choices, after one for none', () => {
    const lanes = lanesOf({ ...stage, allows_null: true } as never, 'None');
    assert.deepEqual(
      lanes.map(({ value, tone }) => [value, tone]),
      [
        [null, undefined],
        ['a', 'tone-red'],
        ['b', undefined],
      ],
    );
  });

  const state = field('publication', 'choice', { filled: true, updatable: false });
  for (const [what, of, by, record, goals] of [
    ['a record that may be changed', {}, stage, { stage: 'a' }, ['b']],
    ['one whose rights are not known', {}, stage, { stage: 'b', can: {} }, ['a']],
    ['one that may not be changed', {}, stage, { stage: 'a', can: { update: false } }, []],
    [
      'a field that may not be changed',
      {},
      { ...stage, updatable: false },
      { stage: 'a', can: { update: true } },
      [],
    ],
    ['a reviewed collection', { reviewed: true }, stage, { stage: 'a', can: { update: true } }, []],
    [
      'a draft that may be published',
      {},
      state,
      { publication: 'draft', can: { publish: true } },
      ['published'],
    ],
    [
      'a published one that was changed',
      {},
      state,
      { publication: 'changed', can: { publish: true } },
      ['draft', 'published'],
    ],
    [
      'a draft of which only the text may be changed',
      {},
      state,
      { publication: 'draft', can: { update: true } },
      [],
    ],
  ] as const)
    it(`${what} goes to ${goals.join() || 'none'}`, () => {
      const words = by.name === 'stage' ? ['a', 'b'] : ['draft', 'changed', 'published'];
      const lanes = words.map((value) => ({ value, label: value, tone: undefined }));
      const found = goalsOf(of as never, by as never, { id: '1', ...record } as never, lanes);
      assert.deepEqual(
        found.map(({ value }) => value),
        goals,
      );
    });
});

describe('a month', () => {
  const now = new Date(2026, 4, 13);
  for (const [text, month] of [
    ['2026-02', '2026-02'],
    ['2026-13', '2026-05'],
    ['x', '2026-05'],
    [undefined, '2026-05'],
  ] as const)
    it(`${text} is ${month}`, () => assert.equal(readMonth(text, now), month));

  for (const [month, months, later] of [
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-05', 0, '2026-05'],
  ] as const)
    it(`${months} after ${month} is ${later}`, () => assert.equal(laterMonth(month, months), later));

  for (const [month, first, from, until, count] of [
    ['2026-05', 1, '2026-04-27', '2026-05-31', 35],
    ['2026-05', 7, '2026-04-26', '2026-06-06', 42],
    ['2026-02', 7, '2026-02-01', '2026-02-28', 28],
    ['2024-02', 1, '2024-01-29', '2024-03-03', 35],
  ] as const)
    it(`${month} in weeks from day ${first} is ${from} to ${until}`, () => {
      const days = daysAround(month, first).map(dayOf);
      assert.deepEqual([days[0], days.at(-1), days.length], [from, until, count]);
      assert.equal(new Set(days).size, count);
    });
});

describe('a map', () => {
  it('has the equator in its middle, and ends before the poles', () => {
    const rounded = (place: { lat: number; lon: number }) =>
      Object.values(spotOf(place)).map((part) => Math.round(part * 1000) / 1000);
    assert.deepEqual(rounded({ lat: 0, lon: 0 }), [0.5, 0.5]);
    assert.deepEqual(rounded({ lat: 90, lon: 180 }), [1, 0]);
    assert.deepEqual(rounded({ lat: -90, lon: -180 }), [0, 1]);
  });

  it('shows all its places, one alone, and the world without any', () => {
    const spots = [
      { lat: 10, lon: 10 },
      { lat: 20, lon: 30 },
    ].map(spotOf);
    const { middle, size } = sectionAround(spots, 600, 400);
    for (const { x, y } of spots)
      assert.ok(Math.abs((x - middle.x) * size) <= 252.01 && Math.abs((y - middle.y) * size) <= 152.01);
    assert.ok(Number.isFinite(sectionAround(spots.slice(0, 1), 600, 400).size));
    assert.deepEqual(sectionAround([], 600, 400), { middle: { x: 0.5, y: 0.5 }, size: 256 });
    assert.ok(Number.isFinite(sectionAround(spots, 0, 0).size), 'not even in a window without room');
  });

  it('has a few lines in each direction, at any size', () => {
    for (const [size, width] of [
      [256, 800],
      [4000, 800],
      [1e6, 800],
      [256 * 2 ** 18, 800],
      [256 * 2 ** 18, 80],
    ] as const) {
      const section = within({ middle: spotOf({ lat: 31.2, lon: 121.5 }), size });
      const { meridians, parallels } = linesIn(section, width, 500);
      for (const lines of [meridians, parallels])
        assert.ok(lines.length >= 1 && lines.length <= 40, `${lines.length} at ${size}`);
      for (const { at } of meridians) assert.ok(at >= -1 && at <= width + 1);
    }
  });
});
