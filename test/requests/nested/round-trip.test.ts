import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { asLine, hasControls } from '../../../server/shared/text/letters.ts';
import type { Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';

const app = await freshApp({ contentDir: 'test/content/nested', importMaxBytes: 20_000_000 });
const mei = await app.person();
const guests = [await mei.make('/v1/guest', { name: 'a' }), await mei.make('/v1/guest', { name: 'b' })];
const transfer = importsInto(app, '/v1/page');

const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const text = (most: number, least = 0) =>
  fc
    .string({ unit: 'grapheme', maxLength: Math.floor(most / 4), minLength: least })
    .filter(
      (one) => !hasControls(one) && asLine(one) === one && [...one].length <= most && one.length >= least,
    );
const decimal = (digits: bigint, scale: number) =>
  fc.bigInt({ min: -digits, max: digits }).map((units) => {
    const all = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    return `${units < 0n ? '-' : ''}${all.slice(0, -scale)}.${all.slice(-scale)}`;
  });
/** Raw digits, which the test's JSON writes as they are. */
const whole = fc.bigInt({ min: -9223372036854775808n, max: 9223372036854775807n });
const guest = fc.constantFrom(...guests);

const page = fc.record({
  title: text(40),
  address: nullable(
    fc.record({
      street: text(50, 1),
      floor: nullable(fc.integer({ min: -5, max: 200 })),
      geo: nullable(fc.record({ lat: nullable(decimal(999999999n, 6)), serial: nullable(whole) })),
      is_open: fc.boolean(),
      guest: nullable(guest),
    }),
  ),
  tags: fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { maxLength: 5 }),
  lines: fc.array(
    fc.record({
      name: text(20, 1),
      price: nullable(decimal(999999999999999999n, 2)),
      count: nullable(whole),
      state: fc.constantFrom('open', 'paid'),
      due: nullable(fc.constantFrom('1999-12-31', '2024-02-29')),
      at: nullable(fc.integer({ min: -8e15, max: 8e15 })),
      extra: nullable(fc.constantFrom([1, 'x', { a: null }], { b: 'c,"d"\n=1+1' }, '=x', 0.5)),
      guests: fc.subarray(guests),
      notes: fc.array(text(30, 1), { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
  sections: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('quote'), words: text(80, 1), by: nullable(guest) }),
      fc.record({ type: fc.constant('body'), html: fc.constantFrom('', '<p>a &amp; b</p>') }),
      fc.record({ type: fc.constant('gallery'), images: fc.constant([]), cover: fc.constant(null) }),
    ),
    { maxLength: 4 },
  ),
  hosts: fc.array(guest, { maxLength: 4 }),
});
const FIELDS = 'title,address,tags,lines,sections,hosts';

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}
const written = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? JSON.rawJSON(String(inner)) : inner));
/** Without the id, to the letter. */
const shown = (answer: string) => answer.replace(/^\{"id":\d+,/, '{');

it('what goes in comes out to the letter on every path', async () => {
  const seed = Date.now();
  const samples = fc.sample(page, { numRuns: 40, seed });
  const headers = { 'content-type': 'application/json' };
  const expected: string[] = [];
  const ids: number[] = [];
  for (const sample of samples) {
    const body = written(sample);
    expected.push(body);
    const made = await mei.post<{ id: number }>('/v1/page', body, { headers });
    assert.equal(made.status, 201, `seed ${seed}: ${body} ${made.text}`);
    ids.push(made.body.id);
    const one = await mei.get(`/v1/page/${made.body.id}?fields=${FIELDS}`);
    assert.equal(shown(one.text), body, `seed ${seed}, by id`);
    const listed = await mei.get(`/v1/page?filter[id][eq]=${made.body.id}&fields=${FIELDS}`);
    assert.ok(listed.text.includes(body.slice(1)), `seed ${seed}, in a list: ${listed.text} ${body}`);
  }
  const between = Date.now();
  const recordsOf = async (from: number) => {
    const { text: left } = await mei.get(
      `/v1/page?sort=id&count=100&filter[id][gte]=${from}&fields=${FIELDS}`,
    );
    return left;
  };
  const all = await recordsOf(ids[0] ?? 0);
  for (const format of ['csv', 'jsonl', 'json']) {
    const left = await transfer.exported(`format=${format}&fields=${FIELDS}&filter[id][lte]=${ids.at(-1)}`);
    const { created, id } = await transfer.run(`format=${format}`, left);
    const report = (await transfer.report(id)).find(({ problems }) => problems);
    assert.equal(created, samples.length, `seed ${seed}, ${format}: ${JSON.stringify(report)}`);
    const last = await mei.list<{ id: number }>(`/v1/page?sort=-id&count=${samples.length}&fields=id`);
    const back = await recordsOf(last.at(-1)?.id ?? 0);
    const bare = (list: string) => list.replace(/"id":\d+,/g, '').replace(/"total".*$/, '');
    assert.equal(bare(back).slice(0, 2000), bare(all).slice(0, 2000), `seed ${seed}, ${format}`);
    assert.equal(bare(back).length > 0, true);
    await transfer.undo(id);
  }
  for (const [index, id] of ids.entries())
    await mei.done(`PATCH /v1/page/${id}`, {
      title: `${index}`,
      address: null,
      tags: [],
      lines: [],
      sections: [],
      hosts: [],
    });
  for (const [index, id] of ids.entries()) {
    const past = await mei.get(`/v1/page/${id}?as_of=${between}`);
    assert.ok(past.text.includes(expected[index]?.slice(1, -1) ?? '?'), `seed ${seed}, as of: ${past.text}`);
    const [, first] = await mei.list<Revision>(`/v1/page/${id}/history`);
    await mei.done(`POST /v1/page/${id}/history/${first?.id}/restore`);
    const restored = await mei.get(`/v1/page/${id}?fields=${FIELDS}`);
    assert.equal(shown(restored.text), expected[index], `seed ${seed}, restored`);
    await mei.done(`DELETE /v1/page/${id}`);
    await mei.done(`POST /v1/page/trash/${id}/restore`);
    assert.equal(
      shown((await mei.get(`/v1/page/${id}?fields=${FIELDS}`)).text),
      expected[index],
      `seed ${seed}, back`,
    );
  }
});
