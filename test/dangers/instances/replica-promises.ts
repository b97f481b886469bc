import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ReplicaState } from '../../../server/database/replica-state.ts';
import type { FreshApp } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';

interface Replica {
  /** Runs a statement on it. */
  readonly order: (sql: string) => Promise<unknown>;
}

interface Engine<Node> {
  readonly replicas: readonly Node[];
  /** Two servers on a database of its own, to which requests go in turn, with these replicas. */
  readonly open: (replicas: readonly Node[]) => Promise<{
    readonly app: FreshApp;
    readonly stateOf: (replica: Node) => ReplicaState;
    readonly inUse: (replica: Node) => Promise<unknown>;
    /** How many reads the replicas have answered. */
    readonly reads: () => number;
  }>;
  /** Statements after which a replica does not go on with the log, and does again. */
  readonly pause: string;
  readonly resume: string;
  /** Whether the engine tells how many bytes a replica is behind. */
  readonly tellsBytes: boolean;
}

/** The titles that root reads in a list, in the order in which they were made. */
export const titles = async (app: FreshApp) =>
  (await app.root.list<{ title: string }>('/v1/book?count=100&sort=id')).map(({ title }) => title);

/** What replicas promise on each engine that has them. */
export function itReadsReplicas<Node extends Replica>({
  replicas,
  open,
  pause,
  resume,
  tellsBytes,
}: Engine<Node>): void {
  it('answer lists, counts, searches, exports and history, and no reads by id', async () => {
    const { app, reads } = await open(replicas);
    const id = await app.makeBook({ title: 'kept', author: 'ann' });
    await app.root.done(`PUT /v1/book/${id}`, { title: 'kept', author: 'mei' });
    const reading = async (path: string) => {
      const before = reads();
      for (const _ of [1, 2]) assert.equal((await app.root.get(path)).status, 200, path); // once at each server
      return reads() - before;
    };
    for (const path of [
      '/v1/book?count=5',
      '/v1/book?count=5&total=true',
      '/v1/book?filter[title][contains]=ept',
      '/v1/book/aggregate?select=count',
      '/v1/book/export',
      `/v1/book/${id}/history`,
      `/v1/book?as_of=${Date.now()}`,
      '/cms/log',
    ])
      await until(async () => (await reading(path)) > 0); // the primary answers where both are busy
    for (const path of [`/v1/book/${id}`, '/cms/user/information'])
      assert.equal(await reading(path), 0, path);
  });

  it('never show less than the primary, wherever it was written', async () => {
    const { app, reads } = await open(replicas);
    const written: string[] = [];
    for (let number = 0; number < 60; number += 1) {
      await app.makeBook({ title: `book ${number}` });
      written.push(`book ${number}`);
      assert.deepEqual(await titles(app), written); // at the other server, since requests take turns
      if (number % 2) await titles(app); // so that each server writes
    }
    assert.ok(reads() > 0, 'replicas answered');
  });

  it('that do not go on with the log are left out, and show no record that is hidden now', async () => {
    const [replica] = replicas as [Node];
    const { app, stateOf, inUse } = await open([replica]);
    await inUse(replica);
    const made = await app.root.post<{ id: number }>('/v1/notice', { name: 'shown', status: 'published' });
    const { id } = made.body;
    await app.nobody.list('/v1/notice');
    const member = await app.granted('log.search');
    await replica.order(pause);
    try {
      await app.root.done(`PATCH /v1/notice/${id}`, { status: 'draft' });
      for (const _ of [1, 2, 3]) assert.deepEqual(await app.nobody.list('/v1/notice'), []);
      assert.equal((await app.nobody.get<{ total: number }>('/v1/notice?total=true')).body.total, 0);
      await app.root.done(`PUT /cms/admin/user/${member.id}`, { group_ids: [] });
      for (const _ of [1, 2]) assert.equal((await member.get('/cms/log/search')).status, 401);
      await until(() => stateOf(replica).problem === 'it is behind');
      assert.equal(Number(stateOf(replica).behindBytes ?? 0) > 0, tellsBytes);
    } finally {
      await replica.order(resume);
    }
    await inUse(replica);
    const { reads } = stateOf(replica);
    await until(async () => {
      assert.deepEqual(await app.nobody.list('/v1/notice'), []);
      return stateOf(replica).reads > reads;
    });
  });
}
