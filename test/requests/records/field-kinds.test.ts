import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/kinds' });

const make = async (values: Record<string, unknown> | string) =>
  await app.nobody.make('/v1/specimen', values);
const read = (id: number) => app.nobody.get(`/v1/specimen/${id}`);

test('each kind answers its default, or null where it has none', async () => {
  const { body } = await read(await make({ title: '三叶虫' }));
  const { id, create_time, update_time, ...values } = body;
  assert.deepEqual(values, {
    title: '三叶虫',
    slug: 'san-ye-chong',
    notes: '',
    body: '',
    source: '',
    legs: 0,
    weight: null,
    serial: null,
    alive: true,
    state: 'whole',
    seen_at: null,
    found_on: null,
    finder: null,
    page: null,
    extra: null,
    settings: { colour: 'grey', sizes: [1, 2.5] },
    place: null,
    parent_id: null,
  });
});

test('each kind answers what was sent, safe and exact', async () => {
  const sent = `{
    "title": "菊石 𠮷", "slug": "ammonite", "notes": "行\\n行", "body": "<p onclick=\\"x\\">好</p><script>x</script>",
    "source": "# 题", "legs": -2147483648, "weight": 12345678901234.5678, "serial": 9223372036854775807, "alive": false,
    "state": "broken", "seen_at": -8640000000000000, "found_on": "2024-02-29", "finder": "An@Example.org",
    "page": "https://例子.中国/书", "place": {"lat": -89.9999999, "lon": 1e2}, "parent_id": null, "settings": null,
    "extra": {"z": 9007199254740993, "a": [0.1000000000000000055511151231257827, 1e400, "\\u0000\\ud83d", {}]}
  }`;
  const refused = await app.nobody.post('/v1/specimen', sent);
  assert.deepEqual([refused.status, refused.body.code], [400, 10030]);
  assert.match(String(refused.body.message), /settings must not be empty$/);
  const id = await make(sent.replace('"settings": null', '"settings": [9007199254740993]'));
  const { text } = await read(id);
  for (const part of [
    '"title":"菊石 𠮷","slug":"ammonite","notes":"行\\n行","body":"<p>好</p>","source":"# 题","legs":-2147483648',
    '"weight":"12345678901234.5678","serial":9223372036854775807,"alive":false,"state":"broken"',
    '"seen_at":-8640000000000000,"found_on":"2024-02-29","finder":"an@example.org","page":"https://例子.中国/书"',
    '"extra":{"z":9007199254740993,"a":[0.1000000000000000055511151231257827,1e400,"\\u0000\\ud83d",{}]}',
    '"settings":[9007199254740993],"place":{"lat":-89.9999999,"lon":100}',
  ])
    assert.ok(text.includes(part), `${part}\nis not in\n${text}`);
});

test('all values that a kind refuses are reported together, by field', async () => {
  const bad = {
    title: '',
    slug: 'A B',
    notes: 'x'.repeat(101),
    body: 7,
    source: '<b>x</b>',
    found_on: '2024-02-30',
    finder: 'nobody',
    page: 'javascript:alert(1)',
    place: { lat: 91, lon: 0 },
    extra: [[[[[]]]]],
    settings: { long: 'x'.repeat(70_000) },
  };
  const answer = await app.nobody.post('/v1/specimen', bad);
  assert.deepEqual([answer.status, answer.body.code], [400, 10030]);
  for (const name of Object.keys(bad)) assert.match(String(answer.body.message), RegExp(`\\b${name} `));
});

test('a slug that is not sent is the first that is free, and stays when its text changes', async () => {
  const slugOf = async (id: number) => (await read(id)).body.slug;
  const ids = await Promise.all(Array.from({ length: 25 }, () => make({ title: 'Same Name' })));
  const slugs = await Promise.all(ids.map(slugOf));
  assert.equal(new Set(slugs).size, 25);
  for (const name of ['same-name', 'same-name-2', 'same-name-20']) assert.ok(slugs.includes(name), name);
  const [first = 0] = ids;
  const held = await slugOf(first);
  await app.nobody.done(`PATCH /v1/specimen/${first}`, { title: 'Other' });
  await app.nobody.done(`PUT /v1/specimen/${first}`, { title: 'Another' });
  assert.equal(await slugOf(first), held);
  await app.nobody.done(`PUT /v1/specimen/${first}`, { title: 'Another', slug: 'given' });
  assert.equal(await slugOf(first), 'given');
  const taken = await app.nobody.post('/v1/specimen', { title: 'x', slug: 'given' });
  assert.deepEqual([taken.status, taken.body.code], [400, 10060]);
  await app.nobody.done(`DELETE /v1/specimen/${first}`);
  assert.equal(await slugOf(await make({ title: 'Given' })), 'given');
});

test('fields that are unique together may each be held by many records', async () => {
  const both = { finder: 'a@b.c', found_on: '2020-01-01' };
  await make({ title: 'one', ...both });
  await make({ title: 'two', ...both, found_on: '2020-01-02' });
  await make({ title: 'three', ...both, finder: 'b@b.c' });
  const same = await app.nobody.post('/v1/specimen', { title: 'four', ...both, finder: 'a@B.C' });
  assert.deepEqual([same.status, same.body.code], [400, 10060]);
  assert.match(String(same.body.message), /finder, found_on/);
});

test('a page of the API names the kinds for authors of clients', async () => {
  const { text } = await app.nobody.get('/openapi.json');
  for (const word of [
    '"format":"date"',
    '"format":"email"',
    '"format":"uri"',
    '"contentMediaType":"text/html"',
  ])
    assert.ok(text.includes(word), word);
});
