// Takes long: servers of MariaDB with replicas are started, stopped and promoted, at night alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { isWhole } from '../../support/in-turn.ts';
import { missing } from '../../support/missing.ts';
import { projectOf } from '../../support/project-of.ts';
import { hasMariadb, type MariadbNode, mariadbPrimary } from '../../support/servers/mariadb-cluster.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';
import { itReadsReplicas, titles } from './replica-promises.ts';

function whyNot(): string | false {
  if (engineName !== 'mysql') return 'these are replicas of MariaDB';
  if (!isWhole) return 'replicas run in npm run test:night alone';
  return !hasMariadb && missing('MariaDB’s programs are not installed: apt-get install mariadb-server');
}

const skip = whyNot();
const primary = skip ? undefined : await mariadbPrimary();
const replicas = primary ? [await primary.replica(), await primary.replica()] : [];

const contentDir = projectOf({
  'content/notice.ts': `export default defineCollection({
    name: 'notice', label: 'Notice', path: '/v1/notice', audit: 'full',
    fields: { name: text({ max: 40, required: true }), status: choice(['draft', 'published'], { default: 'draft' }) },
    access: { read: recordsWhere(everyone, { status: 'published' }), create: login, update: login, delete: login },
  });`,
});

let databases = 0;

/** Two servers on a database of its own, to which requests go in turn, with these replicas. */
async function onReplicas(nodes: readonly MariadbNode[], of = primary as MariadbNode) {
  const name = `d${++databases}`;
  await of.order(`create database ${name}`);
  const urlOf = ({ host }: MariadbNode) => `mysql://root@${host}/${name}`;
  for (const node of nodes)
    await until(async () => (await node.order(`show databases like '${name}'`)).length > 0);
  const app = await freshApp({
    databaseUrl: urlOf(of),
    databaseReadUrls: nodes.map(urlOf),
    contentDir,
    instances: 2,
    logLevel: 'silent',
  });
  const { engine } = app.server.store.database;
  const stateOf = (node: MariadbNode) => {
    const state = engine.replicas?.().find((one) => one.name === node.host);
    assert.ok(state);
    return state;
  };
  const inUse = (node: MariadbNode) => until(() => stateOf(node).problem === undefined);
  return {
    app,
    name,
    stateOf,
    inUse,
    reads: () => nodes.reduce((sum, node) => sum + stateOf(node).reads, 0),
  };
}

describe('replicas of MariaDB', { skip }, () => {
  itReadsReplicas({
    replicas,
    open: onReplicas,
    pause: 'stop slave sql_thread',
    resume: 'start slave sql_thread',
    tellsBytes: false,
  });

  it('that end are left out until they are back', async () => {
    const [, replica] = replicas as [MariadbNode, MariadbNode];
    const { app, stateOf, inUse } = await onReplicas([replica]);
    await inUse(replica);
    await app.makeBook({ title: 'one' });
    await replica.kill();
    for (const _ of [1, 2, 3, 4]) assert.deepEqual(await titles(app), ['one']);
    await until(() => stateOf(replica).problem !== undefined);
    await replica.restart();
    await inUse(replica);
    assert.deepEqual(await titles(app), ['one']);
  });

  it('are known by what they follow: a server of another history is not read', async () => {
    const stranger = await mariadbPrimary();
    await stranger.order(`create database d${databases + 1}`);
    const { app, stateOf } = await onReplicas([stranger]);
    await app.makeBook({ title: 'one' });
    for (const _ of [1, 2, 3, 4]) assert.deepEqual(await titles(app), ['one']);
    assert.match(String(stateOf(stranger).problem), /quire_lineage/);
  });

  it('that have seen more than the new primary after a failover are not read', async () => {
    const old = await mariadbPrimary();
    const [next, further] = [await old.replica(), await old.replica()];
    const former = await onReplicas([further], old);
    await former.inUse(further);
    await former.app.makeBook({ title: 'everywhere' });
    const [reached] = await old.order('select @@gtid_binlog_pos as place');
    await next.order(`select master_gtid_wait('${reached?.place}')`);
    await next.order('stop slave');
    for (let number = 0; number < 30; number += 1) await former.app.makeBook({ title: `lost ${number}` });
    assert.equal((await titles(former.app)).length, 31);
    await until(async () => {
      const [record] = await further.order(`select count(*) as n from ${former.name}.book`);
      return record?.n === 31;
    });
    await former.app.end();
    await old.kill();
    await next.order('reset slave all');
    await further.follow(next);
    const { settings } = former.app;
    const urlOf = ({ host }: MariadbNode) => `mysql://root@${host}/${former.name}`;
    const app = await freshApp({
      ...settings,
      databaseUrl: urlOf(next),
      databaseReadUrls: [urlOf(further)],
      logLevel: 'silent',
    });
    for (const _ of [1, 2, 3, 4]) assert.deepEqual(await titles(app), ['everywhere']);
    for (let number = 0; number < 60; number += 1) await app.makeBook({ title: `afterwards ${number}` });
    for (const _ of [1, 2, 3, 4]) assert.equal((await titles(app)).length, 61);
    const [state] = app.server.store.database.engine.replicas?.() ?? [];
    assert.match(String(state?.problem), /lacks the present history/);
    assert.equal(state?.reads, 0);
  });
});
