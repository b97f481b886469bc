import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readExposition } from '../../support/exposition.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';
import { until } from '../../support/until.ts';

const METRICS = '/metrics';
const PROMETHEUS = '192.0.2.7';
const app = await freshApp({
  metricsNetworks: ['192.0.2.0/24', '2001:db8::/32'],
  trustProxy: '10.0.0.0/8',
  webhookNetworks: ['127.0.0.0/8'],
});
const scrape = async (of: FreshApp = app) => {
  const { status, text } = await of.request('GET', METRICS, { address: PROMETHEUS });
  assert.equal(status, 200, text);
  return readExposition(text);
};
describe('figures', () => {
  it('follow the rules of Prometheus for names, and say what they mean', async () => {
    const { metrics, series } = await scrape();
    const own = [...metrics].filter(([name]) => name.startsWith('quire_'));
    assert.ok(own.length > 20);
    for (const [name, { type, help }] of own) {
      assert.match(name, /^quire_[a-z]+(_[a-z]+)*$/);
      assert.ok(help.endsWith('.') || help.endsWith('1.'), `${name}: ${help}`);
      assert.equal(type === 'counter', name.endsWith('_total'), name);
      if (type === 'histogram') assert.match(name, /_seconds$/);
      assert.doesNotMatch(name, /(milli|_ms|_kilo|_mega|_percent|_ratio_total)/, name);
    }
    const labels = new Set(
      series.filter(({ name }) => name.startsWith('quire_')).flatMap((one) => Object.keys(one.labels)),
    );
    const known = [
      'cache',
      'database',
      'kind',
      'le',
      'method',
      'node',
      'operation',
      'outcome',
      'place',
      'pool',
      'unit',
    ];
    for (const label of labels)
      assert.ok(
        [...known, 'reason', 'route', 'state', 'status', 'stream', 'version', 'worker'].includes(label),
        label,
      );
  });

  it('count requests by the pattern of their route and by status', async () => {
    const [one, two] = [await app.makeBook({ title: 'One' }), await app.makeBook({ title: 'Two' })];
    const before = await scrape();
    const at = { method: 'GET', route: '/v1/book/:id' };
    for (const id of [one, two, two]) await app.root.get(`/v1/book/${id}`);
    await app.root.get('/v1/book/999999');
    await app.nobody.get(`/v1/book/${one}`);
    const after = await scrape();
    const more = (labels: Record<string, string>) =>
      (after.sum('quire_http_requests_total', { ...at, ...labels }) ?? 0) -
      (before.sum('quire_http_requests_total', { ...at, ...labels }) ?? 0);
    assert.deepEqual([more({ status: '200' }), more({ status: '404' }), more({ status: '401' })], [3, 1, 1]);
    const timed = (scraped: typeof after, le: string) =>
      scraped.sum('quire_http_request_duration_seconds_bucket', { ...at, le }) ?? 0;
    assert.equal(timed(after, '+Inf') - timed(before, '+Inf'), 5);
    assert.ok(timed(after, '0.001') <= timed(after, '10'));
    assert.equal(timed(after, '+Inf'), after.sum('quire_http_request_duration_seconds_count', at));
    assert.ok((after.sum('quire_http_failures_total', { reason: 'recordNotFound' }) ?? 0) >= 1);
  });

  it('count sign-ins by their outcome', async () => {
    const [ann, ben] = [await app.person(), await app.person()];
    const before = await scrape();
    for (const { username } of [ann, ben]) {
      assert.equal((await app.logIn(username)).status, 200);
      assert.equal((await app.logIn(username, 'something else')).status, 401);
      await app.root.done(`DELETE /cms/admin/user/${username === ann.username ? ann.id : ben.id}/activation`);
      assert.notEqual((await app.logIn(username)).status, 200);
    }
    const after = await scrape();
    const more = (outcome: string) =>
      (after.sum('quire_sign_ins_total', { outcome }) ?? 0) -
      (before.sum('quire_sign_ins_total', { outcome }) ?? 0);
    assert.deepEqual(['succeeded', 'wrongCredentials', 'accountInactive'].map(more), [2, 2, 2]);
  });

  it('tell of the database, its connections and its size', async () => {
    const read = await scrape();
    for (const operation of ['read', 'insert', 'transaction'])
      assert.ok(
        (read.sum('quire_database_operation_duration_seconds_count', { operation }) ?? 0) > 0,
        operation,
      );
    assert.ok((read.sum('quire_database_size_bytes') ?? 0) > 10_000);
    for (const pool of ['long_reads', 'transactions']) {
      const limit = read.sum('quire_database_connections_limit', { pool }) ?? 0;
      assert.ok(limit >= 1);
      assert.ok((read.sum('quire_database_connections_busy', { pool }) ?? 99) <= limit);
      assert.equal(read.sum('quire_database_waiting', { pool }), 0);
    }
    for (const place of ['uploads'])
      assert.ok(
        (read.sum('quire_disk_free_bytes', { place }) ?? 0) <=
          (read.sum('quire_disk_size_bytes', { place }) ?? 0),
      );
    const info = read.series.find(({ name }) => name === 'quire_build_info');
    assert.deepEqual([info?.value, info?.labels.node], [1, process.version]);
    assert.ok((read.sum('process_resident_memory_bytes') ?? 0) > 1_000_000);
    assert.ok(read.metrics.has('nodejs_eventloop_lag_p99_seconds'));
  });

  it('count what caches spared, where the engine has any', async () => {
    const id = await app.makeBook({ title: 'Read often' });
    for (let turn = 0; turn < 3; turn += 1) await app.root.get(`/v1/book/${id}`);
    const read = await scrape();
    const hits = (cache: string) => read.sum('quire_cache_hits_total', { cache }) ?? 0;
    const isEmbedded = app.server.store.database.engine.version !== undefined;
    for (const cache of ['answers', 'sessions']) assert.equal(hits(cache) > 0, isEmbedded, cache);
  });

  it('tell for how long a job has been due, and of those that were given up', async () => {
    const kind = 'webhook delivery';
    const fresh = await freshApp({ metricsNetworks: ['192.0.2.0/24'] });
    await fresh.server.store.jobs.end(1000);
    const now = Date.now();
    const add = (state: string, due: number | null) =>
      fresh.database.change(
        'insert into quire_job (kind, delivery, data, state, due_time, tries, create_time, create_user_id) values (?, ?, ?, ?, ?, 0, ?, 0)',
        ...[kind, `d${Math.random()}`, '1', state, due, now],
      );
    await add('waiting', now - 600_000);
    await add('waiting', now - 60_000);
    await add('waiting', now + 3_600_000);
    await add('failed', null);
    await add('done', null);
    await fresh.behind(`update quire_job set kind = 'no such kind' where state = 'done'`);
    const read = await scrape(fresh);
    assert.equal(read.sum('quire_jobs_unfinished', { kind }), 3);
    assert.equal(read.sum('quire_jobs_given_up', { kind }), 1);
    const age = read.sum('quire_job_oldest_due_age_seconds', { kind }) ?? 0;
    assert.ok(age >= 600 && age < 700, String(age));
    assert.equal(read.sum('quire_job_oldest_due_age_seconds', { kind: 'afterRefusal' }) ?? 0, 0);
    assert.ok(!read.series.some(({ labels }) => labels.kind === 'no such kind'));
  });

  it('tell of two webhooks by their states and what waits, not by their names', async () => {
    const manager = await app.granted('webhook.manage');
    for (const [name, url] of [
      ['Secret campaign', 'http://127.0.0.1:1/secret-one'],
      ['Second campaign', 'http://127.0.0.1:1/secret-two'],
    ])
      await manager.done('POST /cms/webhook', { name, url, records: ['book'] });
    await app.makeBook({ title: 'Sent nowhere' });
    await until(async () => ((await scrape()).sum('quire_webhook_deliveries_waiting') ?? 0) >= 1);
    await until(
      async () =>
        ((await scrape()).sum('quire_webhook_sendings_total', { outcome: 'unreachable' }) ?? 0) >= 1,
    );
    const read = await scrape();
    assert.equal(read.sum('quire_webhooks', { state: 'active' }), 2);
    assert.equal(read.sum('quire_webhooks', { state: 'paused' }), 0);
    assert.ok((read.sum('quire_webhook_lag_seconds') ?? 0) > 0);
  });

  it('of two plug-ins have names of their own, and values that they declare', async () => {
    const figure = (name: string, read: string, more = '') =>
      `defineFigure({ name: '${name}', help: 'What it tells.', kind: 'gauge', ${more} read: () => ${read} })`;
    const outcomes = "labels: { outcome: ['sent', 'kept'] },";
    const one = [
      figure('queue', '7'),
      figure(
        'parcels',
        "[{ labels: { outcome: 'sent' }, value: 3 }, { labels: { outcome: 'kept' }, value: 4 }]",
        outcomes,
      ),
      figure('stray_values', "[{ labels: { outcome: 'ximena' }, value: 1 }]", outcomes),
      figure('stray_labels', "[{ labels: { user: 'ximena' }, value: 1 }]"),
      figure('no_labels', '[{ labels: {}, value: 1 }]', outcomes),
      figure('no_numbers', "'ximena'"),
      figure('broken', '{ throw new Error("no") }'),
    ];
    const contentDir = projectOf({
      'plugins.ts': `export default [
        definePlugin({ name: 'parcel-service', figures: [${one.join(', ')}] }),
        definePlugin({ name: 'letters', figures: [${figure('queue', '8', 'isShared: true,')}] }),
      ];`,
    });
    const other = await freshApp({ contentDir, metricsNetworks: ['192.0.2.0/24'], logLevel: 'silent' });
    const { text } = await other.request('GET', METRICS, { address: PROMETHEUS });
    const { series } = readExposition(text);
    const own = series.filter(({ name }) => name.startsWith('plugin_'));
    assert.deepEqual(
      own.map(({ name, labels: { worker: _, ...labels }, value }) => [name, labels, value]),
      [
        ['plugin_parcel_service_queue', {}, 7],
        ['plugin_parcel_service_parcels', { outcome: 'sent' }, 3],
        ['plugin_parcel_service_parcels', { outcome: 'kept' }, 4],
        ['plugin_letters_queue', {}, 8],
      ],
    );
    assert.ok(!text.includes('ximena'));
  });

  it('are told as far as they can be read, and the log names those that cannot', async () => {
    const broken = await freshApp({ metricsNetworks: ['192.0.2.0/24'], logLevel: 'silent' });
    const told: { figure?: string }[] = [];
    Object.assign(broken.server.app.log, { error: (line: { figure?: string }) => told.push(line) });
    await broken.database.change('drop table quire_webhook_delivery');
    const read = await scrape(broken);
    assert.equal(read.sum('quire_webhook_lag_seconds'), undefined);
    assert.equal(read.sum('quire_webhooks', { state: 'active' }), 0);
    assert.equal(read.sum('quire_build_info'), 1);
    const lost = ['quire_webhook_deliveries_waiting', 'quire_webhook_lag_seconds'];
    assert.deepEqual(told.flatMap(({ figure = [] }) => figure).toSorted(), lost);
  });

  it('count a client that had gone before its answer as 499', async () => {
    const other = await freshApp({ metricsNetworks: ['192.0.2.0/24'] });
    const base = await other.server.app.listen({ host: '127.0.0.1', port: 0 });
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${other.root.access}`, accept: 'text/event-stream' };
    const stream = await fetch(`${base}/v1/changes`, { headers, signal: gone.signal });
    assert.equal(stream.status, 200);
    gone.abort();
    const labels = { route: '/v1/changes', method: 'GET', status: '499' };
    await until(async () => (await scrape(other)).sum('quire_http_requests_total', labels) === 1);
  });

  it('hold no text, name, address, path or id that a client sent', async () => {
    const words = ['wanda', 'ximena', 'yolanda', '4711001', '4711002', '198.51.100.23', 'campaign'];
    const wanda = await app.registered([], 'wanda');
    const strange = [
      '/wanda@example.com',
      '/v1/book/4711001',
      '/v1/4711002?q=ximena',
      '/%79olanda',
      '/lin3/yolanda',
    ];
    for (const path of strange)
      for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND'])
        await app.request(method, path, {
          token: wanda.access,
          address: '198.51.100.23',
          headers: { 'user-agent': 'yolanda' },
        });
    await app.logIn('ximena', 'yolanda password');
    await app.root.post('/v1/book', { title: 'ximena', no_such_field_yolanda: 1 });
    await app.root.get('/v1/book?filter[ximena][eq]=1');
    const { text } = await app.request('GET', METRICS, { address: PROMETHEUS });
    for (const word of words) assert.ok(!text.toLowerCase().includes(word), word);
    const { series, sum } = readExposition(text);
    const routes = new Set(series.flatMap(({ labels }) => labels.route ?? []));
    const known = new Set(app.server.routes.map(({ path }) => path));
    for (const route of routes)
      assert.ok(route === '(none)' || known.has(route) || /^\/(docs|openapi)/.test(route), route);
    assert.ok((sum('quire_http_requests_total', { route: '(none)', method: 'any' }) ?? 0) > 0);
    for (const { name, labels } of series.filter((one) => one.name.startsWith('quire_')))
      for (const [label, value] of Object.entries(labels))
        if (label === 'kind') assert.ok(app.server.store.jobs.kinds.includes(value), value);
        else if (!['le', 'status', 'worker', 'version', 'node'].includes(label))
          assert.doesNotMatch(value, /\d{2}|@/, `${name} ${label}=${value}`);
  });
});
