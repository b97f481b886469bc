// Takes long: a primary of PostgreSQL is killed and its standby promoted, at night alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openServer } from '../../../server/start.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { isWhole } from '../../support/in-turn.ts';
import { missing } from '../../support/missing.ts';
import { hasPostgres, postgresPrimary } from '../../support/servers/postgres-cluster.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

function whyNot(): string | false {
  if (engineName !== 'postgres') return 'PostgreSQL alone fails over by several hosts';
  if (!isWhole) return 'failovers run in npm run test:night alone';
  return !hasPostgres && missing('PostgreSQL’s programs are not installed: apt-get install postgresql');
}

const WRITERS = 4;

describe('a failover to a synchronous standby while two servers write', { skip: whyNot() }, () => {
  it('loses and doubles nothing that was acknowledged, and both servers go on', async () => {
    const primary = await postgresPrimary();
    const standby = await primary.replica();
    await primary.order(`alter system set synchronous_standby_names = '*'`);
    await primary.order('select pg_reload_conf()');
    const hosts = `${primary.host},${standby.host}`;
    const app = await freshApp({ databaseUrl: `postgres://postgres@${hosts}/postgres`, logLevel: 'silent' });
    const other = await openServer(app.settings);
    const servers = [app.server, other];
    const acknowledged: string[] = [];
    const unexpected: string[] = [];
    const counts = [0, 0];
    let isOver = false;
    let number = 0;
    const write = async (at: number) => {
      const title = `book ${++number}`;
      const answer = await servers[at]?.app.inject({
        method: 'POST',
        url: '/api/v1/book',
        headers: { authorization: `Bearer ${app.root.access}` },
        payload: { title },
      });
      if (answer?.statusCode === 201) {
        acknowledged.push(title);
        counts[at] = (counts[at] ?? 0) + 1;
      } else if (answer?.statusCode !== 503) unexpected.push(`${answer?.statusCode} ${answer?.body}`);
      else await wait(50);
    };
    const writing = Array.from({ length: WRITERS }, async (_, writer) => {
      while (!isOver) await write(writer % 2);
    });
    const moreWritten = async () => {
      const before = [...counts];
      await until(() => counts.every((count, at) => count >= (before[at] ?? 0) + 20));
    };
    await moreWritten();
    await primary.kill();
    await wait(500); // requests meet no primary at all
    await standby.promote();
    await moreWritten();
    isOver = true;
    await Promise.all(writing);
    await other.close();
    assert.deepEqual(unexpected, []);
    const kept = await standby.order('select title from book');
    const titles = kept.map(({ title }) => String(title));
    assert.deepEqual(
      acknowledged.filter((title) => !titles.includes(title)),
      [],
      'lost',
    );
    assert.equal(new Set(titles).size, titles.length, 'doubled');
  });
});
