// Takes long: servers of PostgreSQL with replicas are started, stopped and promoted, at night alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freshApp } from '../../support/fresh-app.ts';
import { isWhole } from '../../support/in-turn.ts';
import { missing } from '../../support/missing.ts';
import { projectOf } from '../../support/project-of.ts';
import { hasPostgres, type PostgresNode, postgresPrimary } from '../../support/servers/postgres-cluster.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';
import { itReadsReplicas, titles } from './replica-promises.ts';

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

describe('replicas of PostgreSQL', { skip }, () => {
  itReadsReplicas({
    replicas,
    open: onReplicas,
    pause: 'select pg_wal_replay_pause()',
    resume: 'select pg_wal_replay_resume()',
    tellsBytes: true,
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
