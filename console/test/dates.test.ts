import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CalendarDateTime } from '@internationalized/date';
import { dateOf, textOf } from '../src/parts/dates/date-text.ts';
import { localText, timeOf } from '../src/parts/dates/local-moment.ts';
import { presetsAt } from '../src/parts/dates/presets.ts';

/** A Thursday at the end of a year. */
const now = new CalendarDateTime(2026, 12, 31, 23, 30, 5);

describe('a date as text', () => {
  it('has times in the zone of the reader', () => {
    const time = new Date(2026, 5, 15, 8, 30, 5).getTime();
    assert.equal(localText(time + 999), '2026-06-15T08:30:05');
    assert.equal(localText(time, 'minute'), '2026-06-15T08:30');
    assert.equal(timeOf('2026-06-15T08:30:05'), time);
    assert.deepEqual([localText(undefined), localText(Number.NaN), timeOf('')], ['', '', undefined]);
  });

  for (const [text, granularity] of [
    ['2026-05-17', 'day'],
    ['2026-05-17T14:30', 'minute'],
    ['2026-05-17T14:30:05', 'second'],
  ] as const)
    it(`reads and writes ${text}`, () => assert.equal(textOf(dateOf(text, granularity), granularity), text));

  for (const text of ['', '0000-01-01', 'tomorrow', '2026-02-30'])
    it(`shows “${text}” as empty`, () => assert.equal(dateOf(text, 'day'), undefined));
});

describe('what people often choose', () => {
  for (const [granularity, texts] of [
    ['day', { yesterday: '2026-12-30', today: '2026-12-31', tomorrow: '2027-01-01', week: '2027-01-07' }],
    [
      'minute',
      {
        now: '2026-12-31T23:30',
        anHour: '2027-01-01T00:30',
        tomorrow: '2027-01-01T09:00',
        monday: '2027-01-04T09:00',
      },
    ],
  ] as const)
    it(`by ${granularity}`, () => {
      const presets = presetsAt(now, granularity).map(([name, date]) => [name, textOf(date, granularity)]);
      assert.deepEqual(Object.fromEntries(presets), texts);
    });
});
