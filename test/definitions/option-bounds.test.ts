import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  dateTime,
  decimal,
  defineCollection,
  defineJob,
  defineRoute,
  everyone,
  files,
  integer,
  json,
  list,
  longText,
  references,
  referredBy,
  richText,
  slug,
  text,
  url,
} from '../../server/definitions/index.ts';

const SAFE = Number.MAX_SAFE_INTEGER;
const LAST_MS = 8_640_000_000_000_000;
const title = text({ max: 50 });

/** What is defined with a number, under the name that a refusal has to tell; and the least and the greatest that it takes. */
const options: readonly (readonly [string, (number: number) => unknown, number, number])[] = [
  ['text max', (max) => text({ max }), 1, 16_000],
  ['longText max', (max) => longText({ max }), 1, SAFE],
  ['richText max', (max) => richText({ max }), 1, SAFE],
  ['url max', (max) => url({ max }), 1, 16_000],
  ['slug max', (max) => slug({ from: 'title', max }), 20, 600],
  ['integer min', (min) => integer({ min }), -2_147_483_648, 2_147_483_647],
  ['integer max', (max) => integer({ max }), -2_147_483_648, 2_147_483_647],
  ['dateTime min', (min) => dateTime({ min }), -LAST_MS, LAST_MS],
  ['dateTime max', (max) => dateTime({ max }), -LAST_MS, LAST_MS],
  ['decimal precision', (precision) => decimal({ precision, scale: 0 }), 1, 65],
  ['decimal scale', (scale) => decimal({ precision: 65, scale }), 0, 65],
  ['json max', (max) => json({ max }), 1, SAFE],
  ['json depth', (depth) => json({ depth }), 0, SAFE],
  ['references max', (max) => references('thing', { max }), 1, 1000],
  ['files min', (min) => files({ required: true, min, max: 1000 }), 1, 1000],
  ['files max', (max) => files({ max }), 1, 1000],
  ['list min', (min) => list(title, { required: true, min, max: 1000 }), 1, 1000],
  ['list max', (max) => list(title, { max }), 1, 1000],
];

const defineField = (field: unknown) =>
  defineCollection({
    name: 'thing',
    label: 'x',
    audit: 'none',
    fields: { title, field } as { title: typeof title },
  });
const others: readonly (readonly [string, (number: number) => unknown, number, number])[] = [
  [
    'waysBack limit',
    (limit) =>
      defineCollection({
        name: 'thing',
        label: 'x',
        audit: 'none',
        fields: { title },
        waysBack: { back: referredBy('other.thing', { limit }) },
      }),
    1,
    100,
  ],
  [
    'codes created',
    (created) =>
      defineCollection({
        name: 'thing',
        label: 'x',
        audit: 'none',
        fields: { title },
        codes: { created, updated: 1, deleted: 1 },
      }),
    0,
    2_147_483_647,
  ],
  [
    'codes updated',
    (updated) =>
      defineCollection({
        name: 'thing',
        label: 'x',
        audit: 'none',
        fields: { title },
        codes: { created: 1, updated, deleted: 1 },
      }),
    0,
    2_147_483_647,
  ],
  [
    'codes deleted',
    (deleted) =>
      defineCollection({
        name: 'thing',
        label: 'x',
        audit: 'none',
        fields: { title },
        codes: { created: 1, updated: 1, deleted },
      }),
    0,
    2_147_483_647,
  ],
  ['job tries', (tries) => defineJob({ name: 'a', label: 'A', tries, run() {} }), 1, 100],
  ['job atOnce', (atOnce) => defineJob({ name: 'a', label: 'A', atOnce, run() {} }), 1, 1000],
  ['job timeout', (timeout) => defineJob({ name: 'a', label: 'A', timeout, run() {} }), 1, 86_400],
  [
    'route maxBytes',
    (maxBytes) =>
      defineRoute({
        method: 'POST',
        path: '/a',
        label: 'A',
        module: 'B',
        access: everyone,
        rawBody: 'bytes',
        maxBytes,
        handle() {},
      }),
    1,
    SAFE,
  ],
];

describe('an option takes both ends of what is allowed, and nothing beyond or between whole numbers:', () => {
  const all = [
    ...options.map(
      ([what, make, least, most]) =>
        [what, (number: number) => defineField(make(number)), least, most] as const,
    ),
    ...others,
  ];
  for (const [what, define, least, most] of all)
    it(`${what} from ${least} to ${most}`, () => {
      for (const number of [least, most]) assert.doesNotThrow(() => define(number), String(number));
      const [, option] = what.split(' ');
      const wrong = [
        least - 1,
        Math.max(least, 0) + 0.5,
        Number.NaN,
        String(least) as unknown as number,
        ...(most < SAFE ? [most + 1, Number.POSITIVE_INFINITY] : []),
      ];
      const range = most === SAFE ? `from ${least}` : `from ${least} to ${most}`;
      for (const number of wrong)
        assert.throws(() => define(number), {
          message: new RegExp(`'${option}' must be a whole number ${range}(?!\\d)`),
        });
    });
});
