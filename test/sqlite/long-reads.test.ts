import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { freshApp } from '../support/fresh-app.ts';

const RECORDS = 200_000;
const app = await freshApp();

before(async () => {
  const many = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${RECORDS})`;
  await app.behind(
    `${many} insert into quire_log (message, username, user_id, path, status_code, create_time, create_user_id)
     select 'line ' || i, 'ann', 1, '/v1/x', 200, i, 1 from n`,
  );
  await app.behind(
    `${many} insert into book (title, author, create_time, create_user_id, update_time, update_user_id, is_deleted)
     select 'title ' || i, 'author', i, 1, i, 1, 0 from n`,
  );
});

const long = [
  '/cms/log/search?keyword=nothing+like+this',
  '/cms/log?page=1900&count=100',
  '/cms/log/users',
  '/v1/book?total=true',
  '/v1/book?page=1900&count=100',
  '/v1/book?sort=-title',
];
for (const path of long) {
  test(`while ${path} is read, the event loop turns`, async () => {
    let most = 0;
    // Others may have the core for as long as one read takes: of a few, one must show it.
    for (let attempt = 0; attempt < 5 && most <= 100; attempt += 1) {
      await app.makeBook(); // so that no answer is remembered
      most = Math.max(most, await turnsDuring(path));
    }
    assert.ok(most > 100, `${most} turns`);
  });
}

async function turnsDuring(path: string): Promise<number> {
  let turns = 0;
  let isDone = false;
  const answer = app.root.read(path).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    turns += 1;
  }
  await answer;
  return turns;
}
