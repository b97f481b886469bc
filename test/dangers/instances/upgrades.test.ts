// Takes long: servers of the version before are replaced one by one while they are used, and brought back, at night alone.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isWhole } from '../../support/in-turn.ts';
import { missing } from '../../support/missing.ts';
import { neighbours, type Release, sourcesOf } from '../../support/releases.ts';
import {
  call,
  command,
  databaseNamed,
  launchFrom,
  launchSources,
  PASSWORD,
  type Running,
  signIn,
  start,
  stop,
} from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const releases = isWhole ? neighbours() : [];

function whyNot(): string | false {
  if (!isWhole) return 'upgrades run in npm run test:night alone';
  return releases.length === 0 && missing('a shallow clone has no earlier version: git fetch --unshallow');
}

const WRITERS = 3;
const ENOUGH = 15;

/** What clients meet behind a load balancer: it sends nothing new to a server that is about to stop. */
class Balancer {
  readonly #servers = new Set<Running>();
  readonly #underWay = new Map<Running, number>();
  #turn = 0;

  add(server: Running): void {
    this.#servers.add(server);
  }

  /** Stops a server once its requests are answered. */
  async retire(server: Running): Promise<void> {
    this.#servers.delete(server);
    await until(() => this.#underWay.get(server) === 0);
    assert.equal(await stop(server), 0, server.said());
  }

  async call(...request: Parameters<typeof call> extends [unknown, ...infer Rest] ? Rest : never) {
    await until(() => this.#servers.size > 0);
    this.#turn += 1;
    const all = [...this.#servers];
    const server = all[this.#turn % all.length] as Running;
    this.#count(server, 1);
    try {
      return await call(server, ...request);
    } finally {
      this.#count(server, -1);
    }
  }

  #count(server: Running, step: 1 | -1): void {
    this.#underWay.set(server, (this.#underWay.get(server) ?? 0) + step);
  }
}

/** Writes, reads and signs out through all servers, until it is ended. */
function beginWork(balancer: Balancer, token: string) {
  const wrong: string[] = [];
  const kept = new Map<number, string>();
  let count = 0;
  let isOver = false;

  async function done(method: string, path: string, body?: object) {
    const answer = await balancer.call(method, path, { token, body });
    if (answer.status >= 300)
      wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as unknown as {
      readonly id: number;
      readonly title: string;
      readonly items: readonly unknown[];
    };
  }

  async function write(): Promise<void> {
    const title = `book ${++count}`;
    const { id } = await done('POST', '/v1/book', { title });
    await done('PATCH', `/v1/book/${id}`, { title: `${title} changed` });
    kept.set(id, `${title} changed`);
    for (const _ of [1, 2]) {
      const read = await done('GET', `/v1/book/${id}`);
      if (read.title !== kept.get(id)) wrong.push(`${title} was read as ${read.title}`);
      const { items } = await done('GET', `/v1/book?filter[id][eq]=${id}`);
      if (items.length !== 1) wrong.push(`${title} is ${items.length} times in the list`);
    }
    const gone = await done('POST', '/v1/book', { title: 'deleted' });
    await done('DELETE', `/v1/book/${gone.id}`);
    const { status } = await balancer.call('GET', `/v1/book/${gone.id}`, { token });
    if (status !== 404) wrong.push(`a deleted book was read: ${status}`);
  }

  async function signOut(): Promise<void> {
    const body = { username: 'root', password: PASSWORD };
    const { access_token: own } = (await done('POST', '/cms/user/login', body)) as unknown as {
      access_token: string;
    };
    const out = await balancer.call('POST', '/cms/user/logout', { token: own });
    if (out.status >= 300) wrong.push(`signing out: ${out.status}`);
    for (const _ of [1, 2, 3]) {
      const { status } = await balancer.call('GET', '/cms/user/information', { token: own });
      if (status < 400) wrong.push('a session was used after its end');
    }
    await wait(100);
  }

  const loops = [...Array.from({ length: WRITERS }, () => write), signOut].map(async (step) => {
    while (!isOver) await step().catch((error) => wrong.push(String(error)));
  });
  return {
    wrong,
    kept,
    async goesOn() {
      const before = kept.size;
      await until(() => kept.size >= before + ENOUGH || wrong.length > 0);
    },
    async end() {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

describe('servers of these sources', { skip: whyNot(), timeout: 600_000 }, () => {
  for (const release of releases.filter(({ asksToStop }) => !asksToStop))
    it(`take over from those of ${release.version} one by one, under load, and give way to them`, async (t) => {
      const { older, former, present, balancer, work, token } = await underLoad(release);
      const newer: Running[] = [];
      for (const server of older) {
        const next = await present();
        newer.push(next);
        balancer.add(next);
        await work.goesOn();
        await balancer.retire(server);
        await work.goesOn();
      }
      await work.end();
      assert.deepEqual(work.wrong, []);
      t.diagnostic(
        `${work.kept.size} records were written by servers of ${release.version} and of these sources`,
      );
      for (const server of newer) await balancer.retire(server);
      for (const begin of [former, present]) await keepsAll(await begin(), token, work.kept);
    });

  for (const release of releases.filter(({ asksToStop }) => asksToStop))
    it(`follow those of ${release.version} once these are stopped, and do not start beside them`, async (t) => {
      const { name, older, present, balancer, work, token } = await underLoad(release);
      await assert.rejects(present(), /To see what a migration would do/);
      await work.goesOn();
      for (const server of older) await balancer.retire(server);
      const migrated = await command(['migrate', '--apply'], name);
      assert.equal(migrated.code, 0, migrated.said);
      assert.doesNotMatch(migrated.said, /dropped/);
      const newer = [await present(), await present()];
      for (const server of newer) balancer.add(server);
      await work.goesOn();
      await work.end();
      assert.deepEqual(work.wrong, []);
      t.diagnostic(
        `${work.kept.size} records were written by servers of ${release.version} and of these sources`,
      );
      for (const server of newer) await balancer.retire(server);
      await keepsAll(await present(), token, work.kept);
    });
});

/** Two servers of a release on a database of their own, and clients that use whatever server there is. */
async function underLoad(release: Release) {
  const name = `upgrade-${release.version}`;
  await databaseNamed(name); // without tables: the older version makes its own
  const folder = sourcesOf(release);
  const settings = { SAMPLE_DATA: 'false' };
  const former = () => start(name, settings, launchFrom(folder));
  const present = () => start(name, settings, launchSources);
  const older = [await former(), await former()];
  const balancer = new Balancer();
  for (const server of older) balancer.add(server);
  const token = await signIn(older[0] as Running);
  const work = beginWork(balancer, token);
  after(() => work.end());
  await work.goesOn();
  return { name, older, former, present, balancer, work, token };
}

/** Nothing that was acknowledged is lost or doubled. */
async function keepsAll(server: Running, token: string, kept: ReadonlyMap<number, string>): Promise<void> {
  for (const [id, title] of kept) {
    const { status, body } = await call(server, 'GET', `/v1/book/${id}`, { token });
    assert.deepEqual([status, body.title], [200, title]);
  }
  const { body } = await call(server, 'GET', '/v1/book?total=true', { token });
  assert.equal(body.total, kept.size);
  await stop(server);
}
