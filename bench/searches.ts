import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { searchTable } from '../server/database/search-sql.ts';
import { searchSql } from '../server/database/sqlite/search-sql.ts';
import { findDefinitions } from '../server/definitions/find-definitions.ts';
import { tokensOf } from '../server/records/fulltext/tokens.ts';
import { inTurns } from '../server/shared/turn.ts';
import { rateOf } from './compare.ts';
import { requestBytes } from './load/request.ts';
import { runLoad } from './load/run-load.ts';
import { rounds, seconds, records as size } from './parameters.ts';
import { placeBehind } from './place-behind.ts';
import { signIn } from './prepare.ts';
import { rootPassword, startQuire, temporaryFolder } from './servers/quire.ts';
import type { AnyRecord } from './table.ts';

const WORDS = 50_000;
const TITLE = 6;
const BODY = 40;
const REQUESTS = 5000;
const TARGET = 10;
const AT_ONCE = 1000;
/** Searches of one caller wait in a line; more than 20 would be refused. */
const CONNECTIONS = 8;

/** Words by how many of the articles hold them: their frequency falls with their rank, as in a language. */
const kinds: Readonly<Record<string, () => string>> = {
  'a rare word': () => word(30_000 + random(20_000)),
  'a usual word': () => word(300 + random(3000)),
  'a word of half of all articles': () => word(random(10)),
  'two common words': () => `${word(random(50))} ${word(random(50))}`,
  'a usual and a rare word': () => `${word(300 + random(3000))} ${word(20_000 + random(30_000))}`,
  'a beginning of four letters': () => word(300 + random(40_000)).slice(0, 4),
};

/** The first 20 of a search, ranked, beside a page of 20 by keyset of the same million articles. */
export async function searches(): Promise<AnyRecord[]> {
  const folder = await filled();
  const page = () => `&after=${placeBehind(random(size - 50))}`;
  const rates = new Map<string, number>();
  for (let round = 1; round <= rounds; round += 1) {
    rates.set('', (rates.get('') ?? 0) + (await measure(folder, page)));
    for (const [kind, words] of Object.entries(kinds)) {
      const rate = await measure(folder, () => `&search=${encodeURIComponent(words())}`);
      rates.set(kind, (rates.get(kind) ?? 0) + rate);
    }
  }
  const keyset = (rates.get('') ?? Number.NaN) / rounds;
  return Object.keys(kinds).map((kind) => {
    const rate = (rates.get(kind) ?? Number.NaN) / rounds;
    const times = keyset / rate;
    return {
      what: `search of ${size} articles for ${kind}, first 20: time beside a page by keyset`,
      measured: `${times.toFixed(1)}× (${Math.round(keyset)}/s → ${Math.round(rate)}/s)`,
      target: `≤ ${TARGET}×`,
      met: times <= TARGET,
    };
  });
}

/** A database whose tables Quire created, filled with plain SQL as writes would fill it. */
async function filled(): Promise<string> {
  const story = (await findDefinitions('bench/content')).find(({ name }) => name === 'story');
  if (!story) throw new Error('there is no collection story');
  const folder = temporaryFolder();
  {
    await using _ = await startQuire(folder);
  }
  const database = new DatabaseSync(join(folder, 'quire.db'));
  database.exec('pragma synchronous = off');
  const insert = database.prepare(
    'insert into story (id, title, body, create_time, create_user_id, update_time, update_user_id, is_deleted) values (?, ?, ?, 1, 1, 1, 1, 0)',
  );
  const one = searchSql.put(searchTable(story.name), [{ id: 0n, tokens: '' }]);
  const index = database.prepare(one.sql);
  for (let id = 1; id <= size; id += 1) {
    if (id % AT_ONCE === 1) database.exec('begin');
    const record = { title: words(TITLE), body: `<p>${words(BODY)}</p>` };
    insert.run(id, record.title, record.body);
    index.run(id, await inTurns(tokensOf(story, record)));
    if (id % AT_ONCE === 0 || id === size) database.exec('commit');
  }
  database.close();
  return folder;
}

async function measure(folder: string, query: () => string): Promise<number> {
  await using quire = await startQuire(folder);
  const token = await signIn(quire.port, { username: 'root', password: rootPassword });
  // The number of records makes every URL different, so no answer comes from the cache.
  const requests = Array.from({ length: REQUESTS }, (_, place) =>
    requestBytes('GET', `/v1/story?count=20${query()}&fields=title,body${',id'.repeat(place % 97)}`, token),
  );
  const load = { port: quire.port, requests, connections: CONNECTIONS, most: 1e9 };
  await runLoad({ ...load, seconds: 1 });
  return rateOf([await runLoad({ ...load, seconds })]);
}

function words(count: number): string {
  return Array.from({ length: count }, () => word(Math.floor(WORDS ** Math.random()) - 1)).join(' ');
}

/** The word of a rank: letters that follow from it alone. */
function word(rank: number): string {
  let letters = '';
  for (let rest = rank * 7919 + 26 ** 3; rest > 0; rest = Math.floor(rest / 26))
    letters += String.fromCharCode(97 + (rest % 26));
  return letters;
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}
