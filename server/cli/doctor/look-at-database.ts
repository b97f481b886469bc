import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { sharedNames } from '../../access/accounts/folded-keys.ts';
import { databaseFile, databaseName } from '../../database/open.ts';
import { preview } from '../../database/schema/migrate.ts';
import { describeStep } from '../../database/schema/steps/step.ts';
import { CannotStart } from '../../errors.ts';
import { noticesOf } from '../../module/notices.ts';
import { modules } from '../../modules.ts';
import { requireMigrated } from '../../project/data-migrations.ts';
import { unknownGroups } from '../../project/known-names.ts';
import { indexStates, queryNotices, requireQueries, trigramStates } from '../../records/index.ts';
import type { Settings } from '../../settings/values.ts';
import { makeFolderSync } from '../../shared/system/folders.ts';
import { quireCommand } from '../../shared/system/how-to-call.ts';
import { type Contexts, openMigration } from '../migrate/open-migration.ts';
import { lookAtSecrets } from './look-at-secrets.ts';

/**
 * The findings about the database: whether it answers, and what is pending. Throws CannotStart for problems that stop a start.
 */
export async function lookAtDatabase(settings: Settings): Promise<readonly string[]> {
  const { databaseUrl } = settings;
  const file = databaseFile(databaseUrl);
  if (file !== undefined && !existsSync(file)) {
    requireFolder(file);
    return [`Database    ${file} is not there yet; the first start creates it`];
  }
  const { close, ...contexts } = await openMigration(settings);
  try {
    const { name } = contexts.context.engine;
    const lines = await pending(contexts, settings);
    return [`Database    ${name}, ${databaseName(databaseUrl)}, answers`, ...lines];
  } finally {
    await close();
  }
}

/** The folder of a database file, in which the settings also keep a secret. */
function requireFolder(file: string): void {
  try {
    makeFolderSync(dirname(file));
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new CannotStart(
      `DATABASE_URL: '${file}' cannot be created (${reason}); allowed: an SQLite database, or a path where one can be created`,
      { cause },
    );
  }
}

async function pending({ context, data }: Contexts, settings: Settings): Promise<string[]> {
  const { steps, conflicts } = await preview(context);
  if (conflicts.length > 0) throw new CannotStart(conflicts.join('\n'));
  const inTheWay = steps.filter(
    ({ step, obstacles }) => step.when === 'whileStopped' || obstacles.length > 0,
  );
  const changes = `${steps.length} ${steps.length === 1 ? 'change' : 'changes'}`;
  if (inTheWay.length > 0) {
    const records = inTheWay.flatMap(({ step, obstacles }) =>
      obstacles.length > 0 ? describeStep(step, obstacles) : [],
    );
    throw new CannotStart(
      [
        `the tables do not match the definitions: ${changes}. Look at them with: ${quireCommand} migrate`,
        ...records,
      ].join('\n'),
    );
  }
  if (steps.length > 0) return [`Tables      ${changes} pending, which the next start makes`];
  await requireMigrated(data.store.reads, data.project);
  await requireQueries(data.store);
  const groups = await unknownGroups(data.store.reads, data.project, settings);
  const ofModules = await noticesOf(modules, data.store.reads, settings);
  const queries = await queryNotices(data.store);
  const indexes = [...(await indexStates(data.store)), ...(await trigramStates(data.store))];
  return [
    ...[...groups, ...ofModules, ...(await sharedNames(data.store.reads)), ...queries].map(
      (one) => `Notice      ${one}`,
    ),
    ...indexes.map((one) => `Search      ${one}`),
    ...(await lookAtSecrets(data.store.reads, settings.secrets)),
  ];
}
