import type { Catalogue } from '../../definitions/catalogue.ts';
import { CannotStart } from '../../errors.ts';
import type { Engine, Reader, Turn } from '../engine.ts';
import { type Aside, asidesIn, dayOf, lastDayOf } from './aside.ts';
import { planPruning, prune, recover } from './aside-steps.ts';
import { carryOut, makeApart, type Rename } from './carry-out.ts';
import { obstacleTo } from './checks.ts';
import { holding } from './deeds.ts';
import { recordWanted } from './in-step.ts';
import { Journal } from './journal.ts';
import { planSchema } from './plan.ts';
import { makeRecord, type Present, readPresent } from './present.ts';
import type { Rows, Step } from './step.ts';

export interface Means {
  readonly engine: Engine;
  readonly catalogue: Catalogue;
  /** Days for which columns that were put aside are kept. */
  readonly keepDays: number;
  readonly rename: Rename;
}

/** A step, and what there is to know about the rows before it is made. */
export interface Outlook {
  readonly step: Step;
  readonly rows: number;
  /** Why it cannot be made. */
  readonly obstacles: readonly string[];
}

/** A column that can be brought back. */
export interface Recoverable {
  readonly place: string;
  readonly rows: number;
  readonly until: string;
}

/** What would be done, and what could be brought back. Changes nothing. */
export async function lookAhead(means: Means): Promise<{ outlooks: Outlook[]; recoverable: Recoverable[] }> {
  const { engine, catalogue, keepDays } = means;
  const present = await readPresent(engine, engine.longReads, catalogue.all);
  const outlooks: Outlook[] = [];
  for (const step of planOf(means, present)) outlooks.push(await lookAt(engine, engine.longReads, step));
  const recoverable: Recoverable[] = [];
  for (const [table, columns] of present.tables) {
    for (const aside of asidesIn(columns))
      recoverable.push({
        place: `${table}.${aside.name}`,
        rows: await countRows(engine.longReads, { table, where: holding(aside.name) }),
        until: lastDayOf(aside, keepDays),
      });
  }
  return { outlooks, recoverable };
}

/**
 * Makes all steps, one after the other, telling each when it begins; after each it looks anew at what is there, so it goes on
 * from wherever an earlier run ended. Throws CannotStart before the first one if rows are in the way of any.
 */
export async function migrate(means: Means, tell: (step: Step) => void): Promise<void> {
  const { engine, catalogue } = means;
  await engine.alone(async (turn) => {
    await turn.transaction(makeRecord);
    const plan = () =>
      turn.transaction(async (connection) => {
        const present = await readPresent(engine, connection, catalogue.all);
        return { present, steps: planOf(means, present) };
      });
    const { steps } = await plan();
    await refuseObstacles(means, turn, steps);
    await makeAll(means, turn, async () => (await plan()).steps, tell);
    const { present } = await plan();
    await turn.transaction((connection) => recordWanted(connection, catalogue.all, present));
  });
}

/** Brings a column back that was put aside: `article.body`, or `article.body.dropped.20261121` where there are several. */
export function bringBack(means: Means, place: string, tell: (step: Step) => void): Promise<void> {
  const { engine, catalogue } = means;
  return one(means, place, tell, (present, table, aside) => {
    const definition = catalogue.all.find(({ name }) => name === table);
    if (!definition || !Object.hasOwn(definition.columns, aside.field))
      throw new CannotStart(`${table}.${aside.field} is in no definition: put it back there first`);
    if (present.tables.get(table)?.has(aside.field))
      throw new CannotStart(
        `${table}.${aside.field} has values of its own by now: put these aside first, by taking the field out of the definition and migrating`,
      );
    return recover(engine, catalogue.all, present, definition, aside, dayOf(Date.now()));
  });
}

/** Lets go of a column that was put aside, before its time. */
export function letGo(means: Means, place: string, tell: (step: Step) => void): Promise<void> {
  return one(means, place, tell, (_present, table, aside) => prune(table, aside));
}

async function one(
  means: Means,
  place: string,
  tell: (step: Step) => void,
  make: (present: Present, table: string, aside: Aside) => Step,
): Promise<void> {
  const { engine, catalogue } = means;
  await engine.alone(async (turn) => {
    const present = await turn.transaction((connection) => readPresent(engine, connection, catalogue.all));
    const [table = '', ...rest] = place.split('.');
    const column = rest.join('.');
    const aside = asidesIn(present.tables.get(table) ?? new Set()).find(
      ({ name, field }) => name === column || field === column,
    );
    if (!aside) throw new CannotStart(`${place} was not put aside, or was let go since`);
    await makeStep(means, turn, make(present, table, aside), tell);
  });
}

/** Makes the first step of the plan for as long as there is one. */
async function makeAll(
  means: Means,
  turn: Turn,
  plan: () => Promise<Step[]>,
  tell: (step: Step) => void,
): Promise<void> {
  const made = new Set<string>();
  for (let [step] = await plan(); step; [step] = await plan()) {
    const what = `${step.place} ${step.says}`;
    if (made.has(what)) throw new Error(`a step was made and is needed still: ${what}`);
    made.add(what);
    await makeStep(means, turn, step, tell);
  }
}

async function makeStep(means: Means, turn: Turn, step: Step, tell: (step: Step) => void): Promise<void> {
  const { engine, rename } = means;
  const journal = new Journal(engine);
  await turn.transaction((connection) => journal.open(connection));
  tell(step);
  try {
    if (step.isApart) return await makeApart(turn, journal, step);
    await turn.transaction((connection) => journal.note(connection, [step], 'begun'));
    await turn.transaction(async (connection) => {
      await carryOut(engine, connection, step.deeds, rename);
      await journal.end(connection, 'done');
    });
  } catch (error) {
    await turn.transaction((connection) => journal.end(connection, 'failed'));
    if (engine.troubleOf(error) !== 'duplicate') throw error;
    throw new CannotStart(`${step.place} cannot be made: rows hold the same values`, { cause: error });
  }
}

function planOf({ engine, catalogue, keepDays }: Means, present: Present): Step[] {
  const today = dayOf(Date.now());
  return [...planSchema(engine, catalogue.all, present, today), ...planPruning(present, today, keepDays)];
}

async function refuseObstacles({ engine }: Means, turn: Turn, steps: readonly Step[]): Promise<void> {
  const told = await turn.transaction(async (connection) => {
    const outlooks = [];
    for (const step of steps) outlooks.push(await lookAt(engine, connection, step));
    return outlooks.flatMap(({ step, obstacles }) =>
      obstacles.map((obstacle) => `${step.place}: ${obstacle}`),
    );
  });
  if (told.length > 0)
    throw new CannotStart(`Nothing was changed, for rows are in the way:\n  - ${told.join('\n  - ')}`);
}

async function lookAt(engine: Engine, reader: Reader, step: Step): Promise<Outlook> {
  const obstacles: string[] = [];
  for (const check of step.checks) {
    const obstacle = await obstacleTo(engine, reader, check);
    if (obstacle !== undefined) obstacles.push(obstacle);
  }
  return { step, rows: step.rows ? await countRows(reader, step.rows) : 0, obstacles };
}

async function countRows(reader: Reader, { table, where = 'true' }: Rows): Promise<number> {
  const sql = `select count(*) as "rows" from "${table}" where ${where}`;
  const [row] = await reader.all({ sql, parameters: [] });
  return Number(row?.rows);
}
