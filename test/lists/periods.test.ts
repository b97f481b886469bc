import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Groups } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

// Every engine must gather moments as the platform's own calendar does, in every zone.

const app = await freshApp({ contentDir: 'test/content/calendar' });
const member = await app.person();

const HOUR = 3_600_000;
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Africa/Monrovia',
  '+05:45',
];
const periods = ['day', 'week', 'month', 'year'] as const;

/** Around changes of clocks, of days, months, years and ISO years, long ago and far ahead. */
const moments: number[] = [
  ...['1969-12-31', '1970-01-01', '1972-01-07', '2000-02-29', '2011-12-30', '2016-01-03', '2020-12-31'],
  ...[
    '2021-01-03',
    '2024-12-30',
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-10-25',
    '2026-11-01',
    '2099-12-31',
  ],
  ...['0004-02-29', '1582-10-10', '9998-12-31'],
].flatMap((day) => [-HOUR, -1, 0, 1, HOUR, 2 * HOUR, 11 * HOUR, 23 * HOUR].map((by) => Date.parse(day) + by));
const days = [
  '0001-01-01',
  '1969-12-31',
  '1970-01-01',
  '2000-02-29',
  '2000-03-01',
  '2015-12-31',
  '2016-01-03',
  '2016-01-04',
  '2020-12-31',
  '2021-01-03',
  '2024-12-30',
  '2026-02-28',
  '9999-12-31',
];

before(async () => {
  const first = await makeRecords(
    app,
    'event',
    moments.map((begins, index) => ({ begins, on: days[index % days.length] })),
  );
  await makeRecords(app, 'event', [{ before: first[0] }]);
});

function nameOf(period: (typeof periods)[number], day: Temporal.PlainDate): string {
  if (period === 'week')
    return `${String(day.yearOfWeek).padStart(4, '0')}-W${String(day.weekOfYear).padStart(2, '0')}`;
  return day.toString().slice(0, { day: 10, month: 7, year: 4 }[period]);
}

function counted(names: readonly string[]): [string | null, number][] {
  const counts = Map.groupBy(names, (name) => name);
  const groups = [...counts].map(([name, all]): [string, number] => [name, all.length]);
  return groups.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

async function groupsOf(query: string): Promise<[string | null, number][]> {
  const groups: [string | null, number][] = [];
  let after = '';
  for (;;) {
    const { items, next } = await member.read<Groups>(`/v1/event/aggregate?${query}&count=100${after}`);
    groups.push(
      ...items.map(({ group, count }) => [Object.values(group)[0], count] as [string | null, number]),
    );
    if (next === null) return groups;
    after = `&after=${next}`;
  }
}

describe('moments and days by period', () => {
  for (const zone of zones)
    it(`are gathered as the calendar of ${zone} says`, async () => {
      for (const period of periods) {
        const expected = counted(
          moments.map((moment) =>
            nameOf(
              period,
              Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate(),
            ),
          ),
        );
        const found = await groupsOf(
          `group=begins.${period}&filter[begins][null]=false&zone=${encodeURIComponent(zone)}`,
        );
        assert.deepEqual(found, expected, `${period} in ${zone}`);
      }
    });

  it('are gathered alike where they are dates, which no zone moves', async () => {
    for (const period of periods) {
      const expected = counted(
        moments.map((_, index) => nameOf(period, Temporal.PlainDate.from(days[index % days.length] ?? ''))),
      );
      for (const zone of ['UTC', 'Asia/Tokyo'])
        assert.deepEqual(await groupsOf(`group=on.${period}&filter[on][null]=false&zone=${zone}`), expected);
    }
  });

  it('hold at the last moments of a calendar, and behind a reference', async () => {
    const LAST = 8_640_000_000_000_000;
    const ids = await makeRecords(app, 'event', [{ begins: LAST }, { begins: -LAST }]);
    const only = `filter[id][in]=${ids.join()}`;
    for (const [period, expected] of [
      ['day', ['-271821-04-20', '+275760-09-13']],
      ['month', ['-271821-04', '+275760-09']],
      ['year', ['-271821', '+275760']],
    ] as const)
      assert.deepEqual(
        (await groupsOf(`group=begins.${period}&${only}`)).map(([name]) => name),
        expected,
      );
    const [first] = moments;
    assert.deepEqual(await groupsOf('group=before.begins.month&filter[before][null]=false'), [
      [new Date(first ?? 0).toISOString().slice(0, 7), 1],
    ]);
  });

  it('order lists, with other columns behind them', async () => {
    const items = await member.list<{ id: number }>(
      '/v1/event?sort=begins.day,-id&zone=Europe/Berlin&filter[begins][gte]=1774000000000&filter[begins][lt]=1776000000000&count=100',
    );
    const records = moments
      .map((moment, index) => ({ moment, id: index + 1 }))
      .filter(({ moment }) => moment >= 1774000000000 && moment < 1776000000000);
    const dayOf = (moment: number) =>
      Temporal.Instant.fromEpochMilliseconds(moment)
        .toZonedDateTimeISO('Europe/Berlin')
        .toPlainDate()
        .toString();
    const expected = records.toSorted((one, other) => {
      const [a, b] = [dayOf(one.moment), dayOf(other.moment)];
      return a === b ? other.id - one.id : a < b ? -1 : 1;
    });
    assert.deepEqual(
      items.map(({ id }) => id),
      expected.map(({ id }) => id),
    );
  });
});
