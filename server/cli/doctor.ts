import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { CannotStart } from '../errors.ts';
import type { Command } from '../module/commands/command.ts';
import { linesOf, type Project, readProject, strayFiles, straySettings } from '../project/index.ts';
import { readSettings, type Settings } from '../settings.ts';
import { howToInstall, isInstalled, type OptionalPackage } from '../shared/system/optional-packages.ts';
import { findAccessTests } from './access/test-access.ts';
import { lookAtDatabase } from './doctor/look-at-database.ts';
import { lookAtStorage } from './doctor/look-at-storage.ts';
import { tryStart } from './doctor/trial-start.ts';

/** What each optional package is for. */
const uses: Readonly<Record<OptionalPackage, string>> = {
  pg: 'PostgreSQL',
  mysql2: 'MySQL, MariaDB and import-lin',
  sharp: 'images and captchas',
  '@aws-sdk/client-s3': 'uploads in a bucket',
  '@modelcontextprotocol/server': 'agents (MCP)',
  nodemailer: 'mails',
  'prom-client': '/metrics for Prometheus',
  '@opentelemetry/api': 'traces of OpenTelemetry',
  'age-encryption': 'encrypted backups',
  graphql: 'GraphQL',
  'oidc-provider': 'apps that sign people in',
  rolldown: 'parts of the console',
  vue: 'parts of the console',
};

export const doctor: Command = {
  usage: '',
  summary:
    'Checks what a start needs: Node, packages, settings, definitions, the database and what is pending in it, the bucket of uploads.',
  async run(args) {
    parseArgs({ args });
    console.log(`Quire       ${manifest.version}\nNode        ${process.versions.node}, ${process.execPath}`);
    for (const [name, use] of Object.entries(uses) as [OptionalPackage, string][]) // the table names these alone
      console.log(packageLine(name, use));
    const settings = await examine(async () => readSettings());
    if (!settings) return;
    const found = await examine(async () => findingsIn((await readProject(settings)).project, settings));
    for (const line of found ?? []) console.log(line);
    await examine(() => findAccessTests(settings.contentDir)); // no start needs them
    if (found) for (const line of (await examine(() => tryStart(settings))) ?? []) console.log(line);
    if (found) for (const line of (await examine(() => lookAtDatabase(settings))) ?? []) console.log(line);
    if (found) for (const line of await lookAtStorage(settings)) console.log(line);
    console.log(
      process.exitCode
        ? '\nA start, or a test of access, would fail.'
        : '\nNothing is in the way of a start.',
    );
  },
};

function findingsIn(project: Project, { misplaced }: Settings): string[] {
  const notices = [...strayFiles(project), ...straySettings(project), ...misplaced];
  return [...linesOf(project), ...notices.map((one) => `Notice      ${one}`)];
}

function packageLine(name: OptionalPackage, use: string): string {
  return isInstalled(name)
    ? `Package     ${name}, for ${use}`
    : `Package     ${name} is not installed; only needed for ${use}: ${howToInstall(name)}`;
}

/** What `look` answers; undefined, with the problem printed and the exit code 1, if it would stop a start. */
async function examine<Value>(look: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    for (const problem of error.problems)
      console.log(`Problem     ${problem.replaceAll('\n', '\n            ')}`);
    process.exitCode = 1;
    return undefined;
  }
}
