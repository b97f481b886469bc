// Takes long: random records are exported and imported in each format.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { asLine } from '../../server/shared/text/letters.ts';
import { codePoint } from '../support/code-point.ts';
import { freshApp } from '../support/fresh-app.ts';
import { importsInto } from '../support/records/imports.ts';
import { makeRecords } from '../support/records/novels.ts';

const open = () => freshApp({ contentDir: 'test/content/kinds', importMaxBytes: 50_000_000 });
const from = await open();
const source = importsInto(from, '/v1/specimen');

const FIELDS =
  'title,slug,notes,body,source,legs,weight,serial,alive,state,seen_at,found_on,finder,page,extra,settings,parent_id';

/** Texts of characters of every plane, and of those that files and spreadsheets stumble over. */
const text = (most: number, least = 0) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...`,"'\r\n\t=+-@;|\\\u2028\ufeff ＝`),
        fc
          .nat({ max: 16 })
          .chain((plane) =>
            fc
              .integer({ min: plane * 0x10000 + (plane === 0 ? 1 : 0), max: plane * 0x10000 + 0xffff })
              .map((code) =>
                code >= 0xd800 && code <= 0xdfff ? '\ud83d\ude00' : String.fromCodePoint(code),
              ),
          ),
      ),
      { minLength: least, maxLength: most },
    )
    .map((characters) => characters.join(''));

/** A line of text, with something to see in it. */
const line = (most: number) =>
  text(most, 1)
    .map((one) => one.replace(/[\p{Cc}\u2028\u2029]/gu, ''))
    .filter((one) => asLine(one) !== '');

const digits = (most: bigint) => fc.bigInt({ min: -most, max: most });
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const json = fc.jsonValue({ maxDepth: 2, stringUnit: codePoint }).filter((value) => {
  const written = JSON.stringify(value);
  return (
    value !== null &&
    written.length < 400 &&
    !/\\u0000|__proto__|constructor/.test(written) &&
    !/[eE.]\d|-0/.test(written)
  );
});

const specimen = fc.record({
  title: line(60),
  notes: text(60),
  legs: fc.integer({ min: -2147483648, max: 2147483647 }),
  weight: nullable(
    digits(10n ** 18n - 1n).map((units) => {
      const all = String(units < 0n ? -units : units).padStart(5, '0');
      return `${units < 0n ? '-' : ''}${all.slice(0, -4)}.${all.slice(-4)}`;
    }),
  ),
  serial: nullable(digits(9223372036854775807n)),
  alive: fc.boolean(),
  state: fc.constantFrom('whole', 'broken'),
  seen_at: nullable(fc.integer({ min: -8.64e15, max: 8.64e15 })),
  found_on: nullable(fc.constantFrom('1900-01-01', '2024-02-29', '9999-12-31')),
  page: nullable(fc.constantFrom('https://example.org/?a=b,c&d="e"', 'http://例子.测试/')),
  extra: nullable(json),
  settings: json,
  parent_id: nullable(fc.constant(1n)),
});

it('what leaves in any form comes back to the byte, whatever the records hold', async () => {
  const seed = Date.now();
  const records = fc.sample(specimen, { numRuns: 500, seed });
  await makeRecords(from, 'specimen', [{ title: 'first' }]);
  await makeRecords(from, 'specimen', records);
  for (const format of ['csv', 'jsonl', 'json']) {
    const query = `format=${format}&filter[id][gt]=1&fields=${FIELDS}`;
    const left = await source.exported(query);
    const to = await open();
    const target = importsInto(to, '/v1/specimen');
    await makeRecords(to, 'specimen', [{ title: 'first' }]);
    const { created, id } = await target.run(`format=${format}`, left);
    const refused = (await target.report(id)).find(({ problems }) => problems);
    assert.equal(created, records.length, `seed ${seed}: ${JSON.stringify(refused)}`);
    assert.equal(await target.exported(query), left, `${format}, seed ${seed}`);
  }
});

it('so do references, to one and to many, in their order', async () => {
  const essay = { title: 'essay', writer_id: 1n, first_topic_id: null, topics: [3n, 1n], sources: [] };
  const bare = { title: '', topics: [], sources: [] };
  const files: string[] = [];
  for (const round of [1, 2, 3]) {
    const app = await freshApp({ contentDir: 'test/content/ties' });
    await makeRecords(app, 'writer', [{ name: 'Ann' }]);
    await makeRecords(app, 'topic', [{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const essays = importsInto(app, '/v1/essay');
    if (round === 1) await makeRecords(app, 'essay', [essay, bare]);
    else assert.equal((await essays.run('format=csv', files.at(-1) ?? '')).created, 2);
    files.push(await essays.exported('fields=title,writer_id,first_topic_id,topics,sources'));
  }
  assert.match(files[0] ?? '', /1,essay,1,,"\[3,1\]",\[\]\r\n2,"",,,\[\],\[\]/);
  assert.equal(files[1], files[0]);
  assert.equal(files[2], files[0]);
});
