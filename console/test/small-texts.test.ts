import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isNewRecord,
  isPrivatePlaceholder,
  keyOf,
  namesLocalFile,
  newPlaceholder,
  usedFiles,
} from '../src/edits/unsaved-edit.ts';
import { ariaOf } from '../src/fields/control.ts';
import { scopeIn } from '../src/pages/undo/scope.ts';
import { daysUpTo } from '../src/parts/activity/activity-days.ts';
import { agoText, leftText } from '../src/parts/ago-text.ts';
import { browserOf } from '../src/parts/browser-name.ts';
import { closeAllToasts, closeToast, toast, toasts } from '../src/parts/toasts.ts';
import { fieldOf } from './collections.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

describe('how long ago, and how far off', () => {
  const now = Date.UTC(2026, 5, 15, 12);
  for (const [far, ago, left] of [
    [0, 'now', 'now'],
    [59 * SECOND, 'now', 'now'],
    [MINUTE - 1, 'now', 'now'],
    [MINUTE, '1 minute ago', 'in 1 minute'],
    [2 * MINUTE - 1, '1 minute ago', 'in 1 minute'],
    [HOUR - 1, '59 minutes ago', 'in 59 minutes'],
    [HOUR, '1 hour ago', 'in 1 hour'],
    [DAY - 1, '23 hours ago', 'in 23 hours'],
    [DAY, 'yesterday', 'tomorrow'],
    [7 * DAY, '7 days ago', 'in 7 days'],
    [8 * DAY, 'Jun 7, 2026', 'Jun 23, 2026'],
    [-HOUR, 'now', 'now'],
  ] as const)
    it(`${far} ms: ${ago}, ${left}`, () => {
      assert.deepEqual([agoText(now - far, now, 'en'), leftText(now + far, now, 'en')], [ago, left]);
    });
  it('just above seven days is a date, in the words of the reader', () => {
    assert.match(agoText(now - 7 * DAY - 1, now, 'en'), /^Jun [78], 2026$/);
    assert.deepEqual([agoText(now - HOUR, now, 'zh'), leftText(now + DAY, now, 'zh')], ['1小时前', '明天']);
  });
});

describe('the last days', () => {
  const time = Date.UTC(2026, 5, 14, 22); // 15 June in a zone two hours ahead
  const busy = { time, done: 3, refused: 1 };
  const days = (now: number, offset: number) => daysUpTo(now, { periods: [busy], count: 3, offset });
  it('end with today in the zone of the reader', () => {
    const quiet = (ahead: number) => ({ time: time + ahead * DAY, done: 0, refused: 0 });
    assert.deepEqual(days(time, 120), [quiet(-2), quiet(-1), busy]);
    assert.deepEqual(days(time + DAY - 1, 120), [quiet(-2), quiet(-1), busy]);
    assert.deepEqual(days(time + DAY, 120), [quiet(-1), busy, quiet(1)]);
    assert.deepEqual(days(time - 1, 120), [quiet(-3), quiet(-2), quiet(-1)]);
  });
});

describe('a browser by what it says of itself', () => {
  for (const [agent, name] of [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
      'Chrome, Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 OPR/115.0',
      'Opera, Linux',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chromium/130.0 Safari/537.36', 'Chrome, Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko/20100101 Firefox/130.0',
      'Firefox, macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
      'Safari, iOS',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
      'Safari, iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    ['Firefox/130.0', 'Firefox'],
    ['curl/8.5.0', 'curl'],
    ['my program', 'my'],
    ['', ''],
  ] as const)
    it(name || 'none', () => assert.equal(browserOf(agent), name));
});

describe('what is to be undone, in the address', () => {
  for (const [query, scope] of [
    [{ request: 'a' }, { request: 'a' }],
    [
      { import: '7', collection: 'film' },
      { import: '7', collections: ['film'] },
    ],
    [{ bulk: '7' }, { bulk: '7' }],
    [{ undo: '7', since: '1' }, { undo: '7' }],
    [
      { key: '7', collection: 'film' },
      { key: '7', collections: ['film'] },
    ],
    [{ key: ['7', '8'] }, undefined],
    [
      { since: '1', until: '2', user: '3', collection: 'film' },
      { since: 1, until: 2, user: '3', collections: ['film'] },
    ],
    [{ since: '0' }, { since: 0 }],
    [{ since: '123456789012345' }, { since: 123_456_789_012_345 }],
    [{ since: '1234567890123456' }, undefined],
    [{ since: '-1' }, undefined],
    [{ since: '1', until: 'x', user: '' }, { since: 1 }],
    [{ until: '2', collection: 'film' }, undefined],
    [{ request: ['a', 'b'] }, undefined],
    [{ request: '' }, undefined],
  ] as const)
    it(`${JSON.stringify(query)} is ${JSON.stringify(scope)}`, () =>
      assert.deepEqual(scopeIn(query as never), scope));
});

describe('notices', () => {
  it('are four at most, the oldest first, and close by their key', () => {
    for (const text of ['a', 'b', 'c', 'd', 'e']) toast({ text });
    const texts = () => toasts.value.map(({ text }) => text).join('');
    assert.equal(texts(), 'bcde');
    assert.equal(new Set(toasts.value.map(({ key }) => key)).size, 4);
    closeToast(toasts.value[1]?.key ?? 0);
    assert.equal(texts(), 'bde');
    toast({ text: 'f', isProblem: true });
    assert.deepEqual([texts(), toasts.value.at(-1)?.isProblem], ['bdef', true]);
    closeAllToasts();
    assert.deepEqual(toasts.value, []);
  });
});

describe('an unsaved edit', () => {
  const [one, two] = [newPlaceholder(), newPlaceholder(true)];

  it('has placeholders of its files, each another one', () => {
    assert.match(one, /^local:[0-9a-f]{32}$/);
    assert.match(two, /^local:private:[0-9a-f]{32}$/);
    assert.notEqual(newPlaceholder(), one);
    assert.deepEqual([isPrivatePlaceholder(one), isPrivatePlaceholder(two)], [false, true]);
  });

  for (const [what, value, named] of [
    ['a placeholder', one, true],
    ['a private one', two, true],
    ['one in a list', ['7', one], true],
    ['one in JSON', `{"cover": "${one}"}`, true],
    ['a private one in JSON', `["${two}"]`, true],
    ['ids', ['7', '8'], false],
    ['an id', '7', false],
    ['a text about one', 'the word local: in a text', false],
    ['a short one in JSON', '["local:12"]', false],
    ['nothing', null, false],
    ['a truth', true, false],
  ] as const)
    it(`${named ? 'names' : 'does not name'} a file by ${what}`, () =>
      assert.equal(namesLocalFile(value), named));

  it('keeps the files that its values name', () => {
    const [file, other, third, gone] = ['a', 'b', 'c', 'd'].map((name) => new File([], name)) as [
      File,
      File,
      File,
      File,
    ];
    const words = { [one]: file, [two]: other, [`${one}0`]: third, 'local:gone': gone };
    assert.deepEqual(
      usedFiles({ cover: one, list: ['7', `${one}0`], group: `{"a":"${two}"}`, none: null }, words),
      {
        [one]: file,
        [two]: other,
        [`${one}0`]: third,
      },
    );
    assert.deepEqual(usedFiles({ title: `${one} in a text` }, words), {});
  });

  it('is kept by server, user, collection and record', () => {
    const place = { server: 's', user: '1', collection: 'film', record: '7' };
    const keys = [place, ...Object.keys(place).map((part) => ({ ...place, [part]: 'x' }))].map(keyOf);
    assert.deepEqual([keys[0], new Set(keys).size], ['["s","1","film","7"]', 5]);
  });

  it('may be of a new record', () => {
    assert.deepEqual(
      ['new', 'new:a', '7', 'newer'].map((record) => isNewRecord({ record })),
      [true, true, false, false],
    );
  });
});

it('a control tells what describes it, and what is wrong', () => {
  const parts = {
    id: 'a',
    labelId: 'b',
    describedBy: 'c',
    isInvalid: true,
    field: fieldOf('x', 'text', { required: true }),
  };
  assert.deepEqual(ariaOf(parts), {
    id: 'a',
    'aria-describedby': 'c',
    'aria-invalid': true,
    'aria-required': true,
  });
  assert.deepEqual(ariaOf({ ...parts, isInvalid: false, describedBy: undefined, field: fieldOf('x') }), {
    ...{ id: 'a', 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined },
  });
});
