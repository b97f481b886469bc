// Takes long: 200 random requests to each of five contents are sent to two engines, and all answers compared.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readLocales } from '../../../server/definitions/locales.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { isWhole, partInTurn } from '../../support/in-turn.ts';
import { type Likely, likelyRequests } from '../../support/likely-requests.ts';
import type { OpenApi } from '../../support/open-api.ts';
import { engineName, newDatabase } from '../../support/test-database.ts';

/** How many requests are sent to each of the contents; RANDOM_REQUESTS=20000 for a long night. */
const REQUESTS = Number(process.env.RANDOM_REQUESTS ?? 200);
const BEGIN = 1_790_000_000_000;
const locales = readLocales('zh,en>de,de') ?? [];
const contents = [
  ...['kinds', 'library', 'optional', 'past', 'rules', 'ties', 'writing'],
  ...['exhibits', 'nested-drafts', 'bulk-sight'],
];

/** The other server has the other half. */
const half = partInTurn('contents', 2);
const now = contents.filter((_, place) => isWhole || place % 2 === half);

describe('the same requests, sent to the embedded engine and to a server,', {
  skip: engineName === 'sqlite',
}, () => {
  for (const content of now)
    it(`are answered alike and leave the same records: ${content}`, async (test) => {
      let now = BEGIN;
      test.mock.method(Date, 'now', () => now);
      const contentDir = `test/content/${content}`;
      const embedded = await newDatabase('sqlite');
      const apps = (await Promise.all(
        [
          { ...embedded.address, contentDir, locales },
          { contentDir, locales },
        ].map(freshApp),
      )) as [FreshApp, FreshApp];
      // MariaDB counts an id below zero, which a dry run takes, if the next id of its table is 2, and then only.
      const { catalogue } = apps[0].server.store;
      for (const { name } of catalogue.served.map(catalogue.writable))
        for (const { setNextId } of [embedded, apps[1].database]) await setNextId(name, 3n);
      const people = await Promise.all(apps.map(async (app) => [app.root, await app.person()] as const));
      const send = (likely: Likely, who: number) =>
        Promise.all(apps.map((app, index) => answerOf(app, likely, people[index]?.[who]?.access)));
      const description = await apps[0].send<OpenApi>('GET', '/openapi.json');
      await fc.assert(
        fc.asyncProperty(likelyRequests(description), fc.constantFrom(0, 0, 0, 1), async (likely, who) => {
          now += 1;
          const [embedded, server] = await send(likely, who);
          assert.deepEqual(server, embedded);
        }),
        { numRuns: REQUESTS, endOnFailure: true },
      );
      const exports = Object.keys(description.paths).filter((path) => path.endsWith('/export'));
      for (const path of exports)
        for (const format of ['csv', 'jsonl', 'json']) {
          const likely = { method: 'GET', url: `${path}?format=${format}`, body: undefined, headers: {} };
          const [embedded, server] = await send(likely, 0);
          assert.deepEqual(server, embedded);
        }
    });
});

/** Places in lists and, with a mark, in the feed of changes are encrypted with a key of each database. */
const CURSOR = /("(?:cursor|next)":)"(?:[\w-]{48}|[\w-]{59})"/g;

/** Those of preview links are random. */
const TOKEN = /("token":"|\?token=)[\w-]+/g;

/** What is answered, but for the request's name, which tells the process, places in the feed of changes, and tokens. */
async function answerOf(app: FreshApp, { method, url, body, headers }: Likely, token = ''): Promise<object> {
  const answer = await app.request(method, url, { token, headers, ...(body !== undefined && { body }) });
  const { etag, location, 'x-request-id': name } = answer.headers;
  const [process = ''] = String(name).split('-');
  const text = answer.text.replaceAll(new RegExp(`${process}-\\w+`, 'g'), 'the request');
  const alike = { status: answer.status, ...(text === answer.text && { etag }), location };
  return { ...alike, text: text.replaceAll(CURSOR, '$1"a place"').replaceAll(TOKEN, '$1a token') };
}
