import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { compare } from './compare.ts';
import { LARGE } from './large-lists.ts';
import { anyNumber } from './load/load-plan.ts';
import { requestBytes } from './load/request.ts';
import { placeBehind } from './place-behind.ts';
import { signIn } from './prepare.ts';
import { rootPassword, startQuire, temporaryFolder } from './servers/quire.ts';
import { startServer } from './servers/server.ts';
import type { AnyRecord } from './table.ts';

const PAGE = 20;
const PAGES = 40_000;

/** Reads of a million records in random order, so no answer comes from the cache. */
export async function coldReads(): Promise<AnyRecord[]> {
  const folder = await filledWithBooks();
  await using bare = await startServer(new URL('./servers/bare-server.ts', import.meta.url), {
    core: 'server',
  });
  await using quire = await startQuire(folder);
  const token = await signIn(quire.port, { username: 'root', password: rootPassword });
  const both = [bare, quire] as const;
  const get = (path: string) => requestBytes('GET', path, token);
  const pages = Array.from({ length: PAGES }, () => placeBehind(Math.floor(Math.random() * (LARGE - PAGE))));
  const expanded = pages.map((place) => get(`/v1/article?count=${PAGE}&expand=writer_id&after=${place}`));
  return [
    await compare(`read by id, ${LARGE} records in random order`, 0.45, both, [
      get(`/v1/book/${anyNumber(LARGE)}`),
    ]),
    await compare(
      'page of 20 that nobody asked for before',
      0.2,
      both,
      pages.map((place) => get(`/v1/book?count=${PAGE}&after=${place}`)),
    ),
    await compare('the same with one expanded reference', 0.12, both, expanded),
  ];
}

/** A database whose tables Quire created, filled with plain SQL. */
async function filledWithBooks(): Promise<string> {
  const folder = temporaryFolder();
  {
    await using _ = await startQuire(folder);
  }
  const database = new DatabaseSync(join(folder, 'quire.db'));
  const audit = 'create_time, create_user_id, update_time, update_user_id, is_deleted';
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LARGE})`;
  database.exec(`
    delete from book;
    insert into book (id, title, author, summary, image, ${audit})
    ${numbers} select i, 'title ' || i, 'author', 'summary', '', i, 1, i, 1, 0 from n;
    insert into writer (name, ${audit})
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000) select 'writer ' || i, 1, 1, 1, 1, 0 from n;
    insert into article (code, title, summary, writer_id, ${audit})
    ${numbers} select 'code-' || i, 'title ' || i, 'summary', 1 + i % 1000, i, 1, i, 1, 0 from n`);
  database.close();
  return folder;
}
