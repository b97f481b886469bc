import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { compareRequests } from './compare.ts';
import { anyNumber } from './load/load-plan.ts';
import { requestBytes } from './load/request.ts';
import { placeBehind } from './place-behind.ts';
import { signIn } from './prepare.ts';
import { rootPassword, startQuire, temporaryFolder } from './servers/quire.ts';
import type { AnyRecord } from './table.ts';

const NEWS = 1_000_000;
const PAGE = 20;
const PAGES = 40_000;
const TARGET = 0.9;
const settings = { LOCALES: 'en,zh,de' };

/** Reads of a localised collection with drafts beside those of the same collection without; no answer comes from the cache. */
export async function drafts(): Promise<AnyRecord[]> {
  const folder = await filled();
  await using quire = await startQuire(folder, 'server', settings);
  const token = await signIn(quire.port, { username: 'root', password: rootPassword });
  const places = Array.from({ length: PAGES }, () => placeBehind(Math.floor(Math.random() * (NEWS - PAGE))));
  const record = (path: string, locale: string) => [
    requestBytes('GET', `${path}/${anyNumber(NEWS)}?locale=${locale}`, token),
  ];
  const list = (path: string, locale: string) =>
    places.map((place) =>
      requestBytes('GET', `${path}?count=${PAGE}&after=${place}&locale=${locale}`, token),
    );
  const records: AnyRecord[] = [];
  for (const [what, read] of Object.entries({ 'read by id': record, 'list of 20 by keyset': list }))
    for (const locale of ['en', 'de'])
      records.push(
        await compareRequests(`${what}, localised with drafts, in ${locale}`, TARGET, quire, {
          plain: read('/v1/news', locale),
          localised: read('/v1/translated-news', locale),
        }),
      );
  return records;
}

/** A database whose tables Quire created, filled with plain SQL as writes would fill it: all news are published. */
async function filled(): Promise<string> {
  const folder = temporaryFolder();
  {
    await using _ = await startQuire(folder, 'server', settings);
  }
  using database = new DatabaseSync(join(folder, 'quire.db'));
  const audit = 'create_time, create_user_id, update_time, update_user_id, is_deleted';
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${NEWS})`;
  const texts = "'title ' || i, 'a body of some words', 'place'";
  const german = 'title__de, body__de';
  const germanTexts = "'Titel ' || i, 'ein Text aus Worten'";
  database.exec(`
    insert into news (id, title, body, place, ${audit}) ${numbers} select i, ${texts}, i, 1, i, 1, 0 from n;
    insert into translated_news (id, title, body, place, ${german}, ${audit})
    ${numbers} select i, ${texts}, ${germanTexts}, i, 1, i, 1, 0 from n;
    insert into translated_news_drafts (id, title, body, place, ${german}, publication, published_time, ${audit})
    ${numbers} select i, ${texts}, ${germanTexts}, 'published', i, i, 1, i, 1, 0 from n`);
  return folder;
}
