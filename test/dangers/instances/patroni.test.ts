// Takes long: a cluster of PostgreSQL under Patroni changes its leader twice, at night alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openServer, type Server } from '../../../server/start.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { isWhole } from '../../support/in-turn.ts';
import { missing } from '../../support/missing.ts';
import { hasPatroni, type PatroniCluster, patroniCluster } from '../../support/servers/patroni.ts';
import { ask } from '../../support/servers/postgres-cluster.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

function whyNot(): string | false {
  if (engineName !== 'postgres') return 'Patroni is for PostgreSQL';
  if (!isWhole) return 'Patroni runs in npm run test:night alone';
  return (
    !hasPatroni && missing('Patroni is not installed: apt-get install postgresql patroni etcd-server haproxy')
  );
}

const WRITERS = 4;
const ENOUGH = 20;

/** What is written somewhere, and the longest time in which nothing was acknowledged. */
class Progress {
  count = 0;
  #latest = performance.now();
  #longestMs = 0;

  acknowledge(): void {
    const now = performance.now();
    this.count += 1;
    this.#longestMs = Math.max(this.#longestMs, now - this.#latest);
    this.#latest = now;
  }

  /** The longest time since this was asked last. */
  outage(): string {
    const ms = this.#longestMs;
    this.#longestMs = 0;
    return `${(ms / 1000).toFixed(1)} s`;
  }
}

describe('a cluster under Patroni', { skip: whyNot() }, () => {
  it('loses and doubles nothing that was acknowledged, through several hosts and through HAProxy', async (t) => {
    const cluster = await patroniCluster();
    const { nodes, proxy } = cluster;
    const first = await cluster.leader();
    await ask(first.url, `create role quire login password 'third secret'`);
    await ask(first.url, 'create database quire owner quire');
    const urlOf = (hosts: string) => `postgres://quire:third%20secret@${hosts}/quire`;
    const hosts = nodes.map(({ host }) => host).join(',');
    const databaseUrl = `${urlOf(hosts)}?target_session_attrs=read-write`;
    const app = await freshApp({ databaseUrl, logLevel: 'silent' });
    const other = await openServer({
      ...app.settings,
      databaseUrl: `${urlOf(proxy)}?target_session_attrs=read-write`,
    });
    const work = beginWork([app.server, other], app.root.access, cluster);
    try {
      await work.goesOn();
      work.outages();
      const changes = [
        ['switchover', () => cluster.switchOver()],
        ['failover', async () => (await cluster.leader()).kill()],
      ] as const;
      for (const [what, change] of changes) {
        const before = await cluster.leader();
        await change();
        await until(async () => (await cluster.leader()) !== before, 100);
        await work.goesOn();
        t.diagnostic(`${what}: ${work.outages()}`);
        if (what === 'failover') before.start();
        await cluster.hasSyncStandby();
        await work.goesOn();
        work.outages();
      }
    } finally {
      await work.end();
      await other.close();
    }
    assert.deepEqual(work.unexpected, []);
    const leading = await cluster.leader();
    const kept = await ask(leading.url.replace(/postgres$/, 'quire'), 'select title from book');
    const titles = kept.map(({ title }) => String(title));
    const stored = new Set(titles);
    t.diagnostic(`${work.acknowledged.length} acknowledged writes, ${titles.length} records`);
    assert.deepEqual(
      work.acknowledged.filter((title) => !stored.has(title)),
      [],
      'lost',
    );
    assert.equal(stored.size, titles.length, 'doubled');
    await app.end();
  });
});

/** Writes through both servers, and beside them into the leader itself, until it is ended. A 503 is never wrong. */
function beginWork(servers: readonly Server[], token: string, { nodes, proxy }: PatroniCluster) {
  const acknowledged: string[] = [];
  const unexpected: string[] = [];
  const ofServers = servers.map(() => new Progress());
  const ofDatabase = { members: new Progress(), proxy: new Progress() };
  const members = nodes.map(({ url }) => url);
  const proxied = String(members[0]).replace(/@[^/]+/, `@${proxy}`);
  let number = 0;
  let isOver = false;

  async function write(at: number): Promise<void> {
    const title = `book ${++number}`;
    const answer = await servers[at]?.app.inject({
      method: 'POST',
      url: '/api/v1/book',
      headers: { authorization: `Bearer ${token}` },
      payload: { title },
    });
    if (answer?.statusCode === 201) {
      acknowledged.push(title);
      ofServers[at]?.acknowledge();
    } else if (answer?.statusCode === 503) await wait(50);
    else unexpected.push(`${answer?.statusCode} ${answer?.body}`);
  }

  /** What a server could do at best: a new connection for each write. */
  async function writeBeside(urls: readonly string[], progress: Progress): Promise<void> {
    const sql = 'create table if not exists beside (); insert into beside default values';
    const tries = await Promise.allSettled(urls.map((url) => ask(url, sql)));
    if (tries.some(({ status }) => status === 'fulfilled')) progress.acknowledge();
    await wait(50);
  }

  const loops = [
    ...Array.from({ length: WRITERS }, (_, writer) => () => write(writer % servers.length)),
    () => writeBeside(members, ofDatabase.members),
    () => writeBeside([proxied], ofDatabase.proxy),
  ].map(async (step) => {
    while (!isOver) await step();
  });
  return {
    acknowledged,
    unexpected,
    /** Waits until everybody has written more. */
    async goesOn() {
      const all = [...ofServers, ...Object.values(ofDatabase)];
      const before = all.map(({ count }) => count);
      await until(() => all.every(({ count }, at) => count >= (before[at] ?? 0) + ENOUGH));
    },
    outages() {
      const [direct, behind] = ofServers.map((progress) => progress.outage());
      const { members, proxy } = ofDatabase;
      return `by several hosts ${direct} (the database itself ${members.outage()}), by HAProxy ${behind} (${proxy.outage()})`;
    },
    async end() {
      isOver = true;
      await Promise.all(loops);
    },
  };
}
