import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { signIn } from './prepare.ts';
import { rootPassword, startQuire, temporaryFolder } from './servers/quire.ts';
import type { AnyRecord } from './table.ts';

const PAGES = 100_000;
/** A tenth of them: a root and all below it. */
const BRANCH = 10_000;
const TABLES = ['page', 'quire_revision'] as const;

/** A move of a large branch, by the records that it writes. */
export async function trees(): Promise<AnyRecord[]> {
  const folder = await filled();
  const before = written(folder);
  const milliseconds = await move(folder);
  const after = written(folder);
  const each = TABLES.map((name) => after[name] - before[name]);
  return [
    {
      what: `move of a branch of ${BRANCH} among ${PAGES} pages: records written`,
      measured: `${TABLES.map((name, index) => `${each[index]} in ${name}`).join(', ')}; ${Math.round(milliseconds)} ms`,
      target: '1 in each',
      met: each.every((count) => count === 1),
    },
  ];
}

/** Ten branches of three levels, all of the same size. */
async function filled(): Promise<string> {
  const folder = temporaryFolder();
  {
    await using _ = await startQuire(folder);
  }
  using database = new DatabaseSync(join(folder, 'quire.db'));
  database.exec(`
    insert into page (id, title, parent, create_time, create_user_id, update_time, update_user_id, is_deleted)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${PAGES})
    select i, 'page ' || i,
      case when i <= 10 then null when i <= 10000 then (i - 1) % 10 + 1 else (i - 1) % 9990 + 11 end,
      1, 1, 1, 1, 0 from n`);
  return folder;
}

async function move(folder: string): Promise<number> {
  await using quire = await startQuire(folder);
  const token = await signIn(quire.port, { username: 'root', password: rootPassword });
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${quire.port}/v1/page/1`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"parent":2}',
  });
  if (!answer.ok) throw new Error(`the branch did not move: ${await answer.text()}`);
  return performance.now() - began;
}

/** How many records of each table were written since the tree was filled. */
function written(folder: string): Record<(typeof TABLES)[number], number> {
  using database = new DatabaseSync(join(folder, 'quire.db'), { readOnly: true });
  const count = (sql: string) => Number(database.prepare(sql).get()?.rows);
  return {
    page: count('select count(*) as rows from page where update_time > 1'),
    quire_revision: count('select count(*) as rows from quire_revision'),
  };
}
