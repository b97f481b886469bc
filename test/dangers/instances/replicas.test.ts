// Takes long: servers of PostgreSQL with replicas are started, stopped and promoted, at night alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { isWhole } from '../../support/in-turn.ts';
import { missing } from '../../support/missing.ts';
import { projectOf } from '../../support/project-of.ts';
import { hasPostgres, type PostgresNode, postgresPrimary } from '../../support/servers/postgres-cluster.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

function whyNot(): string | false {
  if (engineName !== 'postgres') return 'replicas of PostgreSQL alone are read';
  if (!isWhole) return 'replicas run in npm run test:night alone';
  return !hasPostgres && missing('PostgreSQL’s programs are not installed: apt-get install postgresql');
}

const skip = whyNot();
const primary = skip ? undefined : await postgresPrimary();
const replicas = primary ? [await primary.replica(), await primary.replica()] : [];

const contentDir = projectOf({
  'content/notice.ts': `export default defineCollection({
    name: 'notice', label: 'Notice', path: '/v1/notice', audit: 'full',
    fields: { name: text({ max: 40, required: true }), status: choice(['draft', 'published'], { default: 'draft' }) },
    access: { read: recordsWhere(everyone, { status: 'published' }), create: login, update: login, delete: login },
  });`,
});

let schemas = 0;

/** Two servers on a schema of its own, to which requests go in turn, with these replicas. */
async function onReplicas(
  nodes: readonly PostgresNode[],
  of: readonly PostgresNode[] = [primary as PostgresNode],
) {
  const schema = `s${++schemas}`;
  await of[0]?.order(`create schema ${schema}`);
  const urlOf = (hosts: string) =>
    `postgres://postgres@${hosts}/postgres?options=-c%20search_path%3D${schema}`;
  const app = await freshApp({
    databaseUrl: urlOf(of.map(({ host }) => host).join(',')),
    databaseReadUrls: nodes.map(({ host }) => urlOf(host)),
    contentDir,
    instances: 2,
    logLevel: 'silent',
  });
  const { engine } = app.server.store.database;
  const stateOf = (node: PostgresNode) => {
    const state = engine.replicas?.().find(({ name }) => name === node.host);
    assert.ok(state);
    return state;
  };
  const inUse = (node: PostgresNode) => until(() => stateOf(node).problem === undefined);
  return {
    app,
    schema,
    stateOf,
    inUse,
    reads: () => nodes.reduce((sum, node) => sum + stateOf(node).reads, 0),
  };
}

const titles = async (app: FreshApp) =>
  (await app.root.list<{ title: string }>('/v1/book?count=100&sort=id')).map(({ title }) => title);

describe('replicas of PostgreSQL', { skip }, () => {
  it('answer lists, counts, searches, exports and history, and no reads by id', async () => {
    const { app, reads } = await onReplicas(replicas);
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
    const { app, reads } = await onReplicas(replicas);
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
    const [replica] = replicas as [PostgresNode];
    const { app, stateOf, inUse } = await onReplicas([replica]);
    await inUse(replica);
    const made = await app.root.post<{ id: number }>('/v1/notice', { name: 'shown', status: 'published' });
    const { id } = made.body;
    await app.nobody.list('/v1/notice');
    const member = await app.granted('log.search');
    await replica.order('select pg_wal_replay_pause()');
    try {
      await app.root.done(`PATCH /v1/notice/${id}`, { status: 'draft' });
      for (const _ of [1, 2, 3]) assert.deepEqual(await app.nobody.list('/v1/notice'), []);
      assert.equal((await app.nobody.get<{ total: number }>('/v1/notice?total=true')).body.total, 0);
      await app.root.done(`PUT /cms/admin/user/${member.id}`, { group_ids: [] });
      for (const _ of [1, 2]) assert.equal((await member.get('/cms/log/search')).status, 401);
      await until(() => stateOf(replica).problem === 'it is behind');
      assert.ok(Number(stateOf(replica).behindBytes) > 0);
    } finally {
      await replica.order('select pg_wal_replay_resume()');
    }
    await inUse(replica);
    const { reads } = stateOf(replica);
    await until(async () => {
      assert.deepEqual(await app.nobody.list('/v1/notice'), []);
      return stateOf(replica).reads > reads;
    });
  });

  it('that cancel a read for the sake of the log leave it to the primary', async () => {
    const [replica] = replicas as [PostgresNode];
    await replica.order('alter system set max_standby_streaming_delay = 0');
    await replica.order('select pg_reload_conf()');
    const { app, schema, stateOf, inUse } = await onReplicas([replica]);
    await inUse(replica);
    for (const number of [1, 2, 3]) await app.makeBook({ title: `book ${number}` });
    const slow = `select count(*)::int as "n" from "book" where pg_sleep(0.5) is not null`;
    const asked = app.server.store.database.longReads.all({ sql: slow, parameters: [] });
    await wait(200);
    await primary?.order(`delete from ${schema}.book where title = 'book 3'`);
    await primary?.order(`vacuum ${schema}.book`);
    assert.deepEqual(await asked, [{ n: 2 }], 'the primary has two by now');
    assert.equal(stateOf(replica).fallbacks, 1);
    assert.equal(stateOf(replica).problem, undefined);
  });

  it('that end are left out until they are back', async () => {
    const [, replica] = replicas as [PostgresNode, PostgresNode];
    const { app, stateOf, inUse } = await onReplicas([replica]);
    await inUse(replica);
    await app.makeBook({ title: 'one' });
    await replica.kill();
    for (const _ of [1, 2, 3, 4]) assert.deepEqual(await titles(app), ['one']);
    await until(() => /ECONNREFUSED/.test(stateOf(replica).problem ?? ''));
    await replica.restart();
    await inUse(replica);
    assert.deepEqual(await titles(app), ['one']);
  });

  it('are known by what they follow: a primary and a server of another history are not read', async () => {
    const stranger = await (await postgresPrimary()).replica();
    const { app, stateOf } = await onReplicas([primary as PostgresNode, stranger]);
    await app.makeBook({ title: 'one' });
    for (const _ of [1, 2, 3, 4]) assert.deepEqual(await titles(app), ['one']);
    assert.equal(stateOf(primary as PostgresNode).problem, 'it follows no primary');
    assert.match(String(stateOf(stranger).problem), /quire_lineage/);
  });

  it('that have seen more than the new primary after a failover are not read', async () => {
    const old = await postgresPrimary();
    const [next, further] = [await old.replica(), await old.replica()];
    const { app, stateOf, inUse } = await onReplicas([further], [old, next]);
    await inUse(further);
    await app.makeBook({ title: 'everywhere' });
    const [{ place } = {}] = await old.order('select pg_current_wal_flush_lsn()::text as place');
    await until(async () => {
      const [record] = await next.order(`select pg_last_wal_replay_lsn() >= '${place}' as "has"`);
      return record?.has === true;
    });
    await next.order(`alter system set primary_conninfo = ''`);
    await next.order('select pg_reload_conf()');
    await wait(300);
    for (let number = 0; number < 30; number += 1) await app.makeBook({ title: `lost ${number}` });
    assert.equal((await titles(app)).length, 31);
    await until(async () => {
      const [record] = await further.order(`select count(*)::int as "n" from s${schemas}.book`);
      return record?.n === 31;
    });
    await old.kill();
    await next.promote();
    await until(async () => (await app.server.app.inject('/health/ready')).statusCode === 200);
    await until(async () => (await app.root.get('/v1/book').catch(() => ({ status: 0 }))).status === 200);
    for (const _ of [1, 2, 3, 4]) assert.deepEqual(await titles(app), ['everywhere']);
    await app.makeBook({ title: 'afterwards' });
    for (const _ of [1, 2, 3, 4]) assert.deepEqual(await titles(app), ['everywhere', 'afterwards']);
    await until(() => /lacks the present history/.test(stateOf(further).problem ?? ''));
  });
});
