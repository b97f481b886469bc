import { parseArgs } from 'node:util';
import { renamePermissions } from '../access/renamed-record.ts';
import { builtInRecords } from '../built-in-records.ts';
import { connect } from '../database/database.ts';
import { placeOf } from '../database/open.ts';
import {
  bringBack,
  letGo,
  lookAhead,
  type Means,
  migrate as makeSteps,
  type Outlook,
} from '../database/schema/migrate.ts';
import { type Step, sqlOf } from '../database/schema/step.ts';
import { makeCatalogue } from '../definitions/catalogue.ts';
import { findDefinitions } from '../definitions/find-definitions.ts';
import { CannotStart } from '../errors.ts';
import { system } from '../records/act.ts';
import { makeRecords } from '../records/records.ts';
import { renameInPast } from '../records/renamed.ts';
import { readSettings, type Settings } from '../settings.ts';
import { type Command, Misuse } from './command.ts';

/** Exit codes: nothing is left to do; it cannot be done; there is something to do. */
const DONE = 0;
const CANNOT = 2;
const PLANNED = 3;

/** Seconds for a look at all rows of a table: who asks for it waits, whatever DATABASE_TIMEOUT leaves to requests. */
const PATIENCE = 3600;

const inStep = 'The tables are in step with the definitions.';

export const migrate: Command = {
  usage: '[--apply | --recover <record>.<field> | --prune <record>.<field>]',
  summary:
    'shows what it takes to bring the tables in step with the definitions, and does it with --apply; --recover brings the values of a dropped field back, --prune drops them for good',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { apply: { type: 'boolean' }, recover: { type: 'string' }, prune: { type: 'string' } },
    });
    if (Object.keys(values).length > 1) throw new Misuse('one of --apply, --recover and --prune at a time');
    const settings = readSettings();
    const { means, close } = await open(settings);
    console.log(`${means.engine.name}, ${placeOf(settings.databaseUrl)}\n`);
    try {
      process.exitCode = await obey(means, values);
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      console.error(error.message);
      process.exitCode = CANNOT;
    } finally {
      await close();
    }
  },
};

interface Words {
  readonly apply?: boolean;
  readonly recover?: string;
  readonly prune?: string;
}

/** Does what was asked for; answers the exit code. */
async function obey(means: Means, { apply, recover, prune }: Words): Promise<number> {
  if (recover !== undefined) await bringBack(means, recover, tell);
  else if (prune !== undefined) await letGo(means, prune, tell);
  else if (apply) await makeSteps(means, tell);
  else return show(means);
  console.log(apply ? inStep : 'Done.');
  return DONE;
}

async function open(settings: Settings): Promise<{ means: Means; close: () => Promise<void> }> {
  const catalogue = makeCatalogue([...builtInRecords, ...(await findDefinitions(settings.contentDir))]);
  const database = await connect({ ...settings, databaseTimeout: PATIENCE }, catalogue);
  const records = makeRecords(database, catalogue);
  const means: Means = {
    engine: database.engine,
    catalogue,
    keepDays: settings.droppedColumnsDays,
    async rename(connection, renaming) {
      await renameInPast(database.query, connection, renaming);
      const act = { actor: system, requestId: 'migrate', now: Date.now() };
      await renamePermissions(records.writesIn(connection, act), renaming);
    },
  };
  return { means, close: database.close };
}

function tell({ place, says }: Step): void {
  console.log(`${place} ${says}`);
}

/** Prints what would be done and what can be brought back; answers the exit code. */
async function show(means: Means): Promise<number> {
  const { outlooks, recoverable } = await lookAhead(means);
  outlooks.forEach((outlook, index) => {
    console.log(`${index + 1}. ${describe(outlook, means)}\n`);
  });
  if (recoverable.length > 0) {
    console.log('Values that were put aside, and can be brought back with --recover:');
    for (const { place, rows, until } of recoverable)
      console.log(`   ${place}, in ${counted(rows)}, until ${until.replace(/(....)(..)/, '$1-$2-')}`);
    console.log();
  }
  const steps = outlooks.map(({ step }) => step);
  if (steps.length === 0) {
    console.log(inStep);
    return DONE;
  }
  if (outlooks.some(({ obstacles }) => obstacles.length > 0)) {
    console.log('This cannot be done while rows are in the way.');
    return CANNOT;
  }
  if (steps.some(({ when }) => when === 'whileStopped'))
    console.log(
      'Servers of the earlier definitions cannot go on beside this. Stop them all, and make a backup.',
    );
  else if (steps.some(({ when }) => when === 'atStart'))
    console.log('Servers may go on meanwhile, and the next start would do this by itself.');
  console.log('Nothing was changed. To do it: npm run quire -- migrate --apply');
  return PLANNED;
}

function describe({ step, rows, obstacles }: Outlook, { engine }: Means): string {
  const told = [
    ...sqlOf(step),
    ...(step.rows ? [`-- ${counted(rows)}; ${engine.locks[step.weight]}`] : []),
    ...obstacles.map((obstacle) => `!! ${obstacle}`),
  ];
  return [`${step.place} ${step.says}`, ...told.map((line) => `      ${line}`)].join('\n');
}

function counted(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}
