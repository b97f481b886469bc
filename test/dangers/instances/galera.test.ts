// Takes long: the nodes of a cluster are started and killed, at night alone.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { openServer, type Server } from '../../../server/start.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { isWhole } from '../../support/in-turn.ts';
import { missing } from '../../support/missing.ts';
import { cuttableProxy } from '../../support/outside/cuttable-proxy.ts';
import { projectOf } from '../../support/project-of.ts';
import { type GaleraNode, galeraNodes, hasGalera } from '../../support/servers/galera.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

function whyNot(): string | false {
  if (engineName !== 'mysql') return 'Galera is a cluster of MariaDB';
  if (!isWhole) return 'Galera runs in npm run test:night alone';
  return !hasGalera && missing('Galera is not installed: apt-get install mariadb-server galera-4 rsync');
}

const shelf = `export default defineCollection({
  name: 'shelf', label: 'Shelf', path: '/v1/shelf', audit: 'full',
  fields: { name: text({ max: 40, required: true }) },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});`;
const item = `export default defineCollection({
  name: 'item', label: 'Item', path: '/v1/item', audit: 'full',
  fields: { name: text({ max: 40, required: true }), shelf: reference('shelf', { required: true }) },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});`;

const skip = whyNot();
const nodes = skip ? [] : await galeraNodes(3);
const contentDir = projectOf({ 'content/shelf.ts': shelf, 'content/item.ts': item });
const node = (index: number) => nodes[index] as GaleraNode;

async function ask({ app }: Server, request: string, payload?: object, token?: string) {
  const [method, url = ''] = request.split(' ');
  const answer = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers: { 'accept-language': 'en', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(payload && { payload }),
  });
  const isDone = answer.statusCode < 300;
  return { isDone, status: answer.statusCode, text: answer.body, id: isDone ? answer.json().id : 0, answer };
}

describe('servers of a Galera cluster', { skip }, () => {
  it('that start at once through all nodes of an empty database use one node: others say which', async () => {
    const { settings } = await freshApp({ contentDir, logLevel: 'silent' });
    const starts = await Promise.allSettled(
      nodes.map(({ url }) => openServer({ ...settings, databaseUrl: url })),
    );
    const opened = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason.message] : []));
    for (const server of opened) await server.close();
    assert.equal(opened.length, 1, refused.join('\n'));
    for (const reason of refused)
      assert.match(
        reason,
        /leads to node 'n\d' of a Galera cluster, while .* use node 'n\d'; allowed: one node/,
      );
  });

  it('give no wrong right and no dangling reference, and lose no write, while they move to other nodes', async () => {
    const proxy = await cuttableProxy(node(0).url);
    const app = await freshApp({ contentDir, databaseUrl: proxy.url, logLevel: 'silent' });
    const other = await openServer(app.settings);
    after(() => other.close());
    const servers: readonly Server[] = [app.server, other];
    const work = beginWork(app, servers);
    const isWorkingOn = async ({ name }: GaleraNode) => {
      const before = work.counts();
      for (const server of servers)
        await until(async () => (await nodeOf(server)) === name && (await ready(server)).status === 200);
      await until(() => work.counts().every((count, index) => count >= (before[index] ?? 0) + 20));
    };
    await isWorkingOn(node(0));
    proxy.leadTo(node(1).url);
    await isWorkingOn(node(1));
    proxy.leadTo(node(2).url);
    node(1).kill();
    await isWorkingOn(node(2));
    await work.end();
    assert.deepEqual(work.wrong, []);
    for (const url of work.acknowledged)
      assert.equal((await ask(app.server, `GET ${url}`)).status, 200, `${url} was acknowledged`);

    node(0).kill();
    await until(async () => /has no majority of its cluster/.test((await ready(other)).text));
    const refused = await ask(app.server, 'POST /v1/shelf', { name: 'no' });
    assert.equal(refused.status, 503, refused.text);
    assert.equal(refused.answer.headers['retry-after'], '1');
    await node(2).order(`set global wsrep_provider_options = 'pc.bootstrap=YES'`);
    for (const server of servers) await until(async () => (await ready(server)).status === 200);
    assert.equal((await ask(other, 'POST /v1/shelf', { name: 'again' })).status, 201);
  });
});

const ready = (server: Server) => ask(server, 'GET /health/ready');

async function nodeOf({ store }: Server): Promise<string> {
  const sql = 'select @@wsrep_node_name as name';
  const records = await Promise.resolve(store.database.reads.all({ sql, parameters: [] })).catch(() => []);
  return String(records[0]?.name);
}

/** Writes on one server what the other one must know, until it is ended. A 503 is never wrong. */
function beginWork(app: FreshApp, [one, two]: readonly Server[]) {
  const [a, b] = [one as Server, two as Server];
  const wrong: string[] = [];
  const acknowledged: string[] = [];
  const counts = { read: 0, reference: 0, revocation: 0 };
  let isOver = false;

  async function readAfterWrite() {
    const made = await ask(a, 'POST /v1/shelf', { name: 'written' });
    if (!made.isDone) return expect503(made);
    acknowledged.push(`/v1/shelf/${made.id}`);
    const read = await ask(b, `GET /v1/shelf/${made.id}`);
    if (!read.isDone) return expect503(read);
    counts.read += 1;
  }

  /** Milliseconds after the beginning of a deletion at which its outcome is open: each of them in turn. */
  const moments = () => counts.reference % 12;

  async function referToDeleted() {
    const made = await ask(a, 'POST /v1/shelf', { name: 'deleted' });
    if (!made.isDone) return expect503(made);
    await until(async () => (await ask(b, `GET /v1/shelf/${made.id}`)).status !== 404);
    const [deleted, placed] = await Promise.all([
      ask(a, `DELETE /v1/shelf/${made.id}`),
      wait(moments()).then(() => ask(b, 'POST /v1/item', { name: 'placed', shelf: made.id })),
    ]);
    if (deleted.isDone && placed.isDone) wrong.push(`item ${placed.id} refers to a deleted shelf`);
    if (deleted.status !== 503 && placed.status !== 503) counts.reference += 1;
  }

  async function revoke() {
    const { access } = await app.person().catch(() => ({ access: undefined }));
    if (access === undefined) return;
    const before = await ask(b, 'GET /cms/user/information', undefined, access);
    const ended = await ask(a, 'POST /cms/user/logout', undefined, access);
    if (!before.isDone || !ended.isDone) return;
    const used = await ask(b, 'GET /cms/user/information', undefined, access);
    if (used.isDone) wrong.push('a session was used after its end');
    if (used.status !== 503) counts.revocation += 1;
  }

  function expect503({ status, text }: { readonly status: number; readonly text: string }) {
    if (status !== 503) wrong.push(`${status} ${text}`);
  }

  const loops = [readAfterWrite, referToDeleted, revoke].map(async (step) => {
    while (!isOver) {
      await step();
      await wait(5);
    }
  });
  return {
    wrong,
    acknowledged,
    counts: () => Object.values(counts),
    async end() {
      isOver = true;
      await Promise.all(loops);
    },
  };
}
