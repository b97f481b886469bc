import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countOthers, databaseName } from '../database/open.ts';
import { dashed } from '../database/schema/column-names.ts';
import {
  migrate as applyPlan,
  type MigrationContext,
  preview,
  pruneColumn,
  recoverColumn,
  type StepPreview,
} from '../database/schema/migrate.ts';
import { describePast, type PastCount } from '../database/schema/past-values.ts';
import { describeStep, type SchemaStep, sqlOf } from '../database/schema/steps/step.ts';
import { CannotStart } from '../errors.ts';
import { type Command, Misuse } from '../module/commands/command.ts';
import { settingsTable } from '../settings/table.ts';
import { readSettings, type Settings } from '../settings.ts';
import { quireCommand } from '../shared/system/how-to-call.ts';
import { applyMigrations, showMigrations } from './migrate/migrate-data.ts';
import { type Contexts, openMigration } from './migrate/open-migration.ts';
import { correctFrom, writeRecords } from './migrate/records-file.ts';

/** Exit codes: nothing is left to do; it cannot be done; there is something to do. */
const DONE = 0;
const CANNOT = 2;
const PLANNED = 3;

/** How long `--apply` waits for other processes that are ending. */
const PATIENCE_S = 5;

const upToDate = 'The tables match the definitions.';

export const migrate: Command = {
  usage:
    '[--dry-run | [--correct <file>] --apply [--beside-others] | --list <file> | --correct <file> | --recover <collection>.<field> | --prune <collection>.<field>]',
  summary:
    'Shows the changes that make the tables match the definitions, and pending data migrations, as --dry-run does; --apply makes them, if need be although other processes have the database open (--beside-others), --list writes all records that are in the way into a file, --correct reads their new values from it, --recover brings back the values of a dropped field, --prune deletes them for good.',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean' }, // the default, spelled out
        apply: { type: 'boolean' },
        'beside-others': { type: 'boolean' },
        list: { type: 'string' },
        correct: { type: 'string' },
        recover: { type: 'string' },
        prune: { type: 'string' },
      },
    });
    const { correct, 'beside-others': isBeside, ...others } = values;
    if (
      Object.keys(others).length > 1 ||
      (correct !== undefined && Object.keys(others).some((one) => one !== 'apply'))
    )
      throw new Misuse(
        '--dry-run, --apply, --list, --recover and --prune exclude each other, and --correct all but --apply',
      );
    if (isBeside && !values.apply) throw new Misuse('--beside-others belongs to --apply');
    const settings = readSettings();
    const otherConnections = values.apply && !isBeside ? await othersLeft(settings.databaseUrl) : 0;
    const { context: opened, data, close } = await openMigration(settings);
    const context = { ...opened, others: otherConnections };
    console.log(`${context.engine.name}, ${databaseName(settings.databaseUrl)}${defaultHint(settings)}\n`);
    try {
      process.exitCode = await run({ context, data }, values);
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      console.error(error.message);
      process.exitCode = CANNOT;
    } finally {
      await close();
    }
  },
};

/** How many connections other processes have after those that are ending had time to. */
async function othersLeft(databaseUrl: string): Promise<number> {
  let others = await countOthers(databaseUrl);
  for (let seconds = 0; others > 0 && seconds < PATIENCE_S; seconds += 1) {
    await wait(1000);
    others = await countOthers(databaseUrl);
  }
  return others;
}

/** A service has settings of its own, which a shell does not know. */
function defaultHint({ databaseUrl }: Settings): string {
  return databaseUrl === settingsTable.DATABASE_URL.initial
    ? ' (the default; to migrate the database of a service, give its DATABASE_URL)'
    : '';
}

interface Options {
  readonly apply?: boolean;
  readonly list?: string;
  readonly correct?: string;
  readonly recover?: string;
  readonly prune?: string;
}

/** Does what the options ask for, and returns the exit code. */
async function run({ context, data }: Contexts, options: Options): Promise<number> {
  const { apply, list, correct, recover, prune } = options;
  if (list !== undefined) {
    const { records, past } = await writeRecords(context, list);
    console.log(
      `${countOf(records)} in the way, in ${list}. Add "becomes" to lines, then: ${quireCommand} migrate --correct ${list}`,
    );
    if (past > 0) console.log(`The lines with "entry" are ${past} of the history; they need no correction.`);
    return DONE;
  }
  if (correct !== undefined) console.log(`${countOf(await correctFrom(context, correct))} corrected.`);
  if (correct !== undefined && !apply) return show({ context, data });
  if (recover !== undefined) await recoverColumn(context, recover, printStep);
  else if (prune !== undefined) await pruneColumn(context, prune, printStep);
  else if (apply) {
    await applyPlan({ ...context, onCleaned: printPast, onRows: printRecords }, printStep);
    await applyMigrations(data);
  } else return show({ context, data });
  console.log(apply ? upToDate : 'Done.');
  return DONE;
}

function printStep({ subject, summary }: SchemaStep): void {
  console.log(`${subject} ${summary}`);
}

/** Records between two lines of progress of a long step. */
const SAID_EACH = 50_000;

function printRecords(_: string, records: number): void {
  if (records > 0 && records % SAID_EACH === 0) console.log(`   ${countOf(records)} …`);
}

function printPast(count: PastCount): void {
  for (const line of describePast(count)) console.log(`   ${line}`);
}

/** Prints the plan and what can be recovered, and returns the exit code. */
async function show({ context, data }: Contexts): Promise<number> {
  const { steps, conflicts, recoverable, notices } = await preview(context);
  for (const notice of notices) console.log(`${notice}\n`);
  steps.forEach((step, index) => {
    console.log(`${index + 1}. ${describe(step, context)}\n`);
  });
  if (recoverable.length > 0) {
    console.log('Dropped columns, whose values --recover brings back:');
    for (const { path, rows: records, until } of recoverable)
      console.log(`   ${path}, in ${countOf(records)}, until ${dashed(until)}`);
    console.log();
  }
  for (const conflict of conflicts) console.log(`!! ${conflict}\n`);
  if (conflicts.length > 0) return CANNOT;
  if (steps.length === 0) {
    if (await showMigrations(data)) return planned();
    console.log(upToDate);
    return DONE;
  }
  if (steps.some(({ obstacles }) => obstacles.length > 0)) {
    console.log('This cannot be applied while records are in the way.');
    return CANNOT;
  }
  const isAny = (when: SchemaStep['when']) => steps.some(({ step }) => step.when === when);
  if (isAny('whileStopped'))
    console.log(
      'Servers of the earlier definitions cannot run beside this. Stop them all, and make a backup.',
    );
  else if (isAny('atStart'))
    console.log('Servers can keep running meanwhile, and the next start would do this automatically.');
  if (data.project.migrations.length > 0) console.log('Data migrations that are pending run after it.');
  return planned();
}

function planned(): number {
  console.log(`Nothing was changed. To apply this: ${quireCommand} migrate --apply`);
  return PLANNED;
}

function describe(
  { step, rows: records, obstacles, past }: StepPreview,
  { engine }: MigrationContext,
): string {
  const details = [
    ...sqlOf(step),
    ...(step.rows ? [`-- ${countOf(records)}; ${engine.locks[step.lock]}`] : []),
    ...describePast(past).map((line) => `-- ${line}`),
  ];
  const [summary, ...inTheWay] = describeStep(step, obstacles).split('\n');
  return [summary, ...details.map((line) => `      ${line}`), ...inTheWay].join('\n');
}

function countOf(records: number): string {
  return records === 1 ? '1 record' : `${records} records`;
}
