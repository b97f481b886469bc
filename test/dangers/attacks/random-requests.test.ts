// Takes long: hundreds of likely requests go to each content folder, and other ones in each run.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BASES } from '../../support/bases.ts';
import { codePoint } from '../../support/code-point.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { likelyRequests } from '../../support/likely-requests.ts';
import type { OpenApi } from '../../support/open-api.ts';

/** How many requests are sent; RANDOM_REQUESTS=20000 for a long night. */
const REQUESTS = Number(process.env.RANDOM_REQUESTS ?? 2500);
/** How many each server gets. Requests may end every session, delete every user, or lock all of them out. */
const TO_ONE_SERVER = 500;
/** Of 500 likely requests to a content, the last 200 find one in seven of all outcomes; nonsense finds new ones to the end. */
const LIKELY_SHARE = 0.6;
const contents = [
  'content',
  'test/content/kinds',
  'test/content/library',
  'test/content/optional',
  'examples/blog/content',
];

/** How many letters after `properties` the names of their objects are sought. */
const NEAR = 2000;

/** What a refusal of content may add to its code and its words. */
const DETAILS: ReadonlySet<string> = new Set(['fields', 'items', 'reason']);

const weird = fc.oneof(
  fc.constantFrom('0', '1', '2', '-1', '', ' ', '%', '%00', '%ff', '..', '1;', "'", '9223372036854775807'),
  fc.string({ unit: codePoint, maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.integer().map(String),
);
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.constantFrom(2 ** 53, 1e308, -0, null, [1, 2], ['1'], [[]], '9223372036854775808'),
);
const headerNames = [
  ...[
    'x-forwarded-for',
    'x-request-id',
    'accept',
    'user-agent',
    'if-match',
    'if-none-match',
    'range',
    'origin',
  ],
  'idempotency-key',
];
const headers = fc.dictionary(
  fc.constantFrom(...headerNames),
  fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\x20-\x7e]/g, '.')),
  { maxKeys: 3 },
);
const types = fc.constantFrom(
  ...['application/json', 'application/json', 'text/plain', 'text/csv', '', 'a/b'],
);

/** Requests to all that a description names, with the names that it knows and with others. */
function requestsTo({ paths }: OpenApi) {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const queryNames = new Set(
    operations.flatMap(({ parameters = [] }) =>
      parameters.filter((one) => one.in === 'query').map((one) => one.name),
    ),
  );
  const keys = fc.constantFrom(
    ...namesOfProperties(JSON.stringify(operations)),
    ...['id', 'is_deleted', 'create_user_id', '__proto__', 'constructor', 'toString', '', 'x'],
  );
  const body = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.dictionary(keys, values, { maxKeys: 5 }).map((one) => JSON.stringify(one)),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
  );
  const queryName = fc.constantFrom(
    ...queryNames,
    'filter[title][eq]',
    'filter[id][in]',
    'filter[or][0][x]',
    'x',
  );
  return fc.record({
    path: fc.constantFrom(...Object.keys(paths)),
    base: fc.constantFrom('', '', ...BASES),
    param: weird,
    method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
    who: fc.nat(),
    body: fc.option(body, { nil: undefined }),
    query: fc.array(fc.tuple(queryName, fc.oneof(weird, keys, keys)), { maxLength: 3 }),
    headers,
    type: types,
  });
}

/** The names of what `properties` hold in a description, and of objects soon after them. */
function namesOfProperties(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  let end = Number.NEGATIVE_INFINITY;
  for (const { 0: found, 1: name = '', index } of text.matchAll(/"(\w+)":\{/g)) {
    if (index - end <= NEAR) names.add(name);
    if (name === 'properties') end = index + found.length;
  }
  return names;
}

describe('whatever is sent', () => {
  for (let sent = 0; sent < REQUESTS; sent += TO_ONE_SERVER) {
    const contentDir = contents[(sent / TO_ONE_SERVER) % contents.length] as string;
    it(`is never answered with a failure of the server: ${contentDir}, from ${sent} on`, () =>
      attack(contentDir));
  }

  for (const contentDir of contents)
    it(`is never answered so where most of it makes sense: ${contentDir}`, () => use(contentDir));
});

async function use(contentDir: string): Promise<void> {
  const app = await freshApp({ contentDir });
  const description = await app.nobody.read<OpenApi>('/openapi.json');
  await fc.assert(
    fc.asyncProperty(likelyRequests(description), async ({ method, url, body, headers }) => {
      const sent = { headers, ...(body !== undefined && { body }) };
      await app.request(method, url, { token: app.root.access, ...sent });
    }),
    { numRuns: LIKELY_SHARE * (REQUESTS / contents.length) },
  );
}

async function attack(contentDir: string): Promise<void> {
  const app = await freshApp({ contentDir, sampleData: true });
  const member = await app.person();
  const granted = await app.granted('log.search', 'log.list', 'log.users');
  const tokens = [member.access, granted.access, app.root.access, member.refresh, 'nonsense', ''];
  const description = await app.nobody.read<OpenApi>('/openapi.json');
  await fc.assert(
    fc.asyncProperty(requestsTo(description), async (request) => {
      const { base, path, param, method, who, body, query, headers, type } = request;
      const search = query.map(([name, value]) => `${name}=${value}`).join('&');
      const answer = await app.request(method, `${base}${path.replace(/\{\w+\}/g, () => param)}?${search}`, {
        token: tokens[who % tokens.length] ?? '',
        ...(method !== 'GET' && method !== 'HEAD' && body !== undefined && { body }),
        headers: { ...headers, ...(body !== undefined && type !== '' && { 'content-type': type }) },
      });
      if (answer.status < 400 || answer.text === '') return;
      assert.match(String(answer.headers['content-type']), /^application\/json/);
      const words = 'error_code' in answer.body ? ['error_code', 'msg'] : ['code', 'message'];
      const said = Object.keys(answer.body).filter((name) => !DETAILS.has(name));
      assert.deepEqual(said.sort(), [...words, 'request'].sort());
    }),
    { numRuns: TO_ONE_SERVER },
  );
  assert.equal((await app.nobody.get('/cms/user/auths')).status, 401, 'it still stands');
}
