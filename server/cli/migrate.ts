import { parseArgs } from 'node:util';
import { renamePermissions } from '../access/accounts/renamed-record.ts';
import { builtInRecords } from '../built-in-records.ts';
import { connect } from '../database/database.ts';
import { databaseName } from '../database/open.ts';
import { dashed } from '../database/schema/column-names.ts';
import {
  migrate as applyPlan,
  type MigrationContext,
  preview,
  pruneColumn,
  recoverColumn,
  type StepPreview,
} from '../database/schema/migrate.ts';
import { describeStep, type Step, sqlOf } from '../database/schema/step.ts';
import { makeCatalogue } from '../definitions/catalogue.ts';
import { findDefinitions } from '../definitions/find-definitions.ts';
import { CannotStart } from '../errors.ts';
import { cleanInPast } from '../records/past/cleaned.ts';
import { renameInPast } from '../records/past/renamed.ts';
import { makeRecords } from '../records/records.ts';
import { systemContext } from '../records/rows/write-context.ts';
import { settingsTable } from '../settings/table.ts';
import { readSettings, type Settings } from '../settings.ts';
import { type Command, Misuse } from './command.ts';

/** Exit codes: nothing is left to do; it cannot be done; there is something to do. */
const DONE = 0;
const CANNOT = 2;
const PLANNED = 3;

/** Seconds for a check that reads all rows of a table. DATABASE_TIMEOUT is for requests. */
const CHECK_TIMEOUT = 3600;

const upToDate = 'The tables match the definitions.';

export const migrate: Command = {
  usage: '[--apply | --recover <record>.<field> | --prune <record>.<field>]',
  summary:
    'shows the changes that make the tables match the definitions; --apply makes them, --recover brings back the values of a dropped field, --prune deletes them for good',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { apply: { type: 'boolean' }, recover: { type: 'string' }, prune: { type: 'string' } },
    });
    if (Object.keys(values).length > 1) throw new Misuse('--apply, --recover and --prune exclude each other');
    const settings = readSettings();
    const { context, close } = await open(settings);
    console.log(`${context.engine.name}, ${databaseName(settings.databaseUrl)}${defaultHint(settings)}\n`);
    try {
      process.exitCode = await run(context, values);
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      console.error(error.message);
      process.exitCode = CANNOT;
    } finally {
      await close();
    }
  },
};

/** A service has settings of its own, which a shell does not know. */
function defaultHint({ databaseUrl }: Settings): string {
  return databaseUrl === settingsTable.DATABASE_URL.initial
    ? ' (the default; to migrate the database of a service, give its DATABASE_URL)'
    : '';
}

interface Options {
  readonly apply?: boolean;
  readonly recover?: string;
  readonly prune?: string;
}

/** Does what the options ask for, and answers the exit code. */
async function run(context: MigrationContext, { apply, recover, prune }: Options): Promise<number> {
  if (recover !== undefined) await recoverColumn(context, recover, printStep);
  else if (prune !== undefined) await pruneColumn(context, prune, printStep);
  else if (apply) await applyPlan(context, printStep);
  else return show(context);
  console.log(apply ? upToDate : 'Done.');
  return DONE;
}

async function open(settings: Settings): Promise<{ context: MigrationContext; close: () => Promise<void> }> {
  const catalogue = makeCatalogue([...builtInRecords, ...(await findDefinitions(settings.contentDir))]);
  const database = await connect({ ...settings, databaseTimeout: CHECK_TIMEOUT }, catalogue);
  const records = makeRecords(database, catalogue);
  const context: MigrationContext = {
    engine: database.engine,
    catalogue,
    keepDays: settings.droppedColumnsDays,
    cleanPast: (turn, field) => cleanInPast(database.query, turn, field),
    async rename(connection, renaming) {
      await renameInPast(database.query, connection, renaming);
      const act = systemContext('migrate');
      await renamePermissions(records.writesIn(connection, act), renaming);
    },
  };
  return { context, close: database.close };
}

function printStep({ subject, summary }: Step): void {
  console.log(`${subject} ${summary}`);
}

/** Prints the plan and what can be recovered, and answers the exit code. */
async function show(context: MigrationContext): Promise<number> {
  const { steps, recoverable, notices } = await preview(context);
  for (const notice of notices) console.log(`${notice}\n`);
  steps.forEach((step, index) => {
    console.log(`${index + 1}. ${describe(step, context)}\n`);
  });
  if (recoverable.length > 0) {
    console.log('Dropped columns, whose values --recover brings back:');
    for (const { path, rows, until } of recoverable)
      console.log(`   ${path}, in ${countOf(rows)}, until ${dashed(until)}`);
    console.log();
  }
  if (steps.length === 0) {
    console.log(upToDate);
    return DONE;
  }
  if (steps.some(({ obstacles }) => obstacles.length > 0)) {
    console.log('This cannot be applied while rows are in the way.');
    return CANNOT;
  }
  const isAny = (when: Step['when']) => steps.some(({ step }) => step.when === when);
  if (isAny('whileStopped'))
    console.log(
      'Servers of the earlier definitions cannot run beside this. Stop them all, and make a backup.',
    );
  else if (isAny('atStart'))
    console.log('Servers can keep running meanwhile, and the next start would do this automatically.');
  console.log('Nothing was changed. To apply this: npm run quire -- migrate --apply');
  return PLANNED;
}

function describe({ step, rows, obstacles }: StepPreview, { engine }: MigrationContext): string {
  const details = [...sqlOf(step), ...(step.rows ? [`-- ${countOf(rows)}; ${engine.locks[step.lock]}`] : [])];
  const [summary, ...inTheWay] = describeStep(step, obstacles).split('\n');
  return [summary, ...details.map((line) => `      ${line}`), ...inTheWay].join('\n');
}

function countOf(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}
