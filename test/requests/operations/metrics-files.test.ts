import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readExposition } from '../../support/exposition.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { missing } from '../../support/missing.ts';
import { temporaryFolder } from '../../support/test-database.ts';

const RULES = 'deploy/prometheus/quire.rules.yml';
const CONFIGURATION = 'deploy/prometheus/prometheus.yml';
const DASHBOARD = 'deploy/grafana/quire.json';
const PROMETHEUS = '192.0.2.7';

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number };
  readonly targets?: readonly { readonly expr: string; readonly refId: string }[];
}

const app = await freshApp({ metricsNetworks: [PROMETHEUS] });
await app.logIn('nobody', 'wrong password');
await app.makeBook({ title: 'Something happens' });
await app.server.store.jobs.runDue();
const { text: scrape } = await app.request('GET', '/metrics', { address: PROMETHEUS });
const { metrics, series } = readExposition(scrape);
const rules = readFileSync(RULES, 'utf8');
const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: readonly Panel[] };
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const alerts = [...rules.matchAll(/- alert: (\w+)\n {8}expr: ([\s\S]*?)\n {8}(?:for|labels):/g)];

const named = (expression: string) =>
  [...expression.matchAll(/\b(?:quire|nodejs|process)_\w+/g)].map(([name]) => name);

describe('the files for operators', () => {
  const all = [
    ...alerts.map(([, alert = '', expression = '']) => [`the alert ${alert}`, expression] as const),
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [`the chart ${title}`, expr] as const),
    ),
  ];
  it('name alerts and charts', () => {
    assert.ok(alerts.length >= 10, String(alerts.length));
    assert.equal(alerts.length, rules.match(/- alert:/g)?.length);
    assert.ok(expressions.length >= 20);
  });
  for (const [what, expression] of all)
    it(`${what} asks for metrics that a server has: ${expression.trim().slice(0, 60)}`, () => {
      const names = named(expression);
      assert.ok(names.length > 0 || expression.includes('up{'), expression);
      for (const name of names) {
        const isWhole = metrics.has(name) && metrics.get(name)?.type !== 'histogram';
        assert.ok(isWhole || series.some((one) => one.name === name), name);
      }
    });

  it('every alert stands on the page about metrics, and no other', () => {
    const page = readFileSync('docs/guides/metrics.md', 'utf8');
    const told = [...page.matchAll(/^\| `(Quire\w+)` \|/gm)].map(([, alert]) => alert);
    assert.deepEqual(told.toSorted(), alerts.map(([, alert]) => alert).toSorted());
  });

  it('every metric of the server stands on the page about metrics, and no other', () => {
    const page = readFileSync('docs/guides/metrics.md', 'utf8');
    const told = [...page.matchAll(/^\| `(quire_\w+)` \|/gm)].map(([, name]) => name);
    const own = [...metrics.keys()].filter((name) => name.startsWith('quire_'));
    const ofReplicas = told.filter((name) => name?.startsWith('quire_replica_')); // which this server has not
    assert.deepEqual(told.toSorted(), [...own, ...ofReplicas].toSorted());
  });

  it('no two charts overlap', () => {
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    assert.equal(new Set(places).size, places.length);
    for (const { gridPos } of panels) assert.ok(gridPos.x + gridPos.w <= 24);
  });
});

const skip =
  spawnSync('promtool', ['--version']).status === 0
    ? false
    : missing('promtool is not installed: apt-get install prometheus');

describe('promtool', { skip }, () => {
  const run = (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };
  for (const args of [
    ['check', 'rules', RULES],
    ['check', 'config', CONFIGURATION],
  ])
    it(`${args.join(' ')} has no complaint`, () => {
      const { status, said } = run(args);
      assert.equal(status, 0, said);
    });
  it('check metrics reads a scrape, and finds nothing wrong with the names of the server', () => {
    const { said } = run(['check', 'metrics'], scrape);
    assert.doesNotMatch(said, /error while|parse/i);
    assert.deepEqual(
      said.split('\n').filter((line) => line.includes('quire_')),
      [],
    );
  });
  it('takes the expressions of all charts', () => {
    const rule = (expression: string, place: number) =>
      `  - record: chart:${place}\n    expr: ${JSON.stringify(expression.replaceAll('$__rate_interval', '5m'))}`;
    const file = `groups:\n- name: charts\n  rules:\n${expressions.map(rule).join('\n')}\n`;
    const path = join(temporaryFolder(), 'charts.yml');
    writeFileSync(path, file);
    const { status, said } = run(['check', 'rules', path]);
    assert.equal(status, 0, said);
  });
});
