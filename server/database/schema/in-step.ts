import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { CannotStart } from '../../errors.ts';
import type { Connection, Engine, Turn } from '../engine.ts';
import { dayOf } from './aside.ts';
import { carryOut, makeApart } from './carry-out.ts';
import { obstacleTo } from './checks.ts';
import { wantedColumns } from './columns.ts';
import { isOfEarlierGeneration } from './generations.ts';
import { earlierIndexes } from './index-steps.ts';
import { Journal } from './journal.ts';
import { planSchema } from './plan.ts';
import { type Kept, makeRecord, type Present, readPresent, record } from './present.ts';
import type { Step } from './step.ts';
import { tableFor } from './table.ts';

/** Thrown at start where tables and definitions can only be reconciled by what could lose data. */
export class SchemaConflict extends CannotStart {
  constructor(conflicts: readonly string[]) {
    super(
      `The tables do not fit the definitions, and a start never changes what could lose data:\n  - ${conflicts.join('\n  - ')}\nWhat would be done about it is shown by: npm run quire -- migrate`,
    );
  }
}

/**
 * What a start does to the tables: it adds and widens; what was added since to the table of an earlier version stays. Throws
 * SchemaConflict, and has changed nothing, where more is needed.
 */
export async function bringTablesInStep(engine: Engine, catalogue: Catalogue, turn: Turn): Promise<void> {
  const journal = new Journal(engine);
  const apart = await turn.transaction(async (connection) => {
    await makeRecord(connection);
    const present = await readPresent(engine, connection, catalogue.all);
    const today = dayOf(Date.now());
    const tables = catalogue.all.flatMap((one) => tableFor(engine, one, present, today) ?? []);
    const earlier = tables.filter(isOfEarlierGeneration);
    const current = catalogue.all.filter((one) => !earlier.some(({ definition }) => definition === one));
    const steps = [...planSchema(engine, current, present, today), ...earlier.flatMap(earlierIndexes)];
    await refuseConflicts(engine, connection, steps);
    const [later = [], now = []] = [true, false].map((isApart) =>
      steps.filter((step) => step.isApart === isApart),
    );
    if (steps.length > 0) await journal.open(connection);
    for (const { place, deeds } of now)
      await carryOut(engine, connection, deeds, neverRenames).catch((error) =>
        refuseDuplicates(engine, place, error),
      );
    await journal.note(connection, now, 'done');
    const after = steps.length > 0 ? await readPresent(engine, connection, catalogue.all) : present;
    await recordWanted(connection, current, after);
    return later;
  });
  for (const step of apart)
    await makeApart(turn, journal, step).catch((error) => refuseDuplicates(engine, step.place, error));
}

/** Records what needs no step: a field that may be null from now on, and columns of which nothing or too much is recorded. */
export async function recordWanted(
  connection: Connection,
  definitions: readonly Definition[],
  { recorded, stale }: Present,
): Promise<void> {
  const changes = new Map<string, Kept | undefined>(stale.map((place) => [place, undefined]));
  for (const definition of definitions) {
    for (const [name, kept] of wantedColumns(definition)) {
      const place = `${definition.name}.${name}`;
      const before = recorded.get(place);
      const { since, was } = before ?? {};
      const now = { ...kept, ...(since && { since }), ...(was && { was }) };
      if (JSON.stringify(before) !== JSON.stringify(now)) changes.set(place, now);
    }
  }
  await record(connection, changes);
}

async function refuseConflicts(
  engine: Engine,
  connection: Connection,
  steps: readonly Step[],
): Promise<void> {
  const conflicts = steps.flatMap(({ when, place, says }) =>
    when === 'whileStopped' ? `${place} ${says}` : [],
  );
  for (const { place, when, checks } of steps) {
    if (when === 'whileStopped') continue;
    for (const check of checks) {
      const obstacle = await obstacleTo(engine, connection, check);
      if (obstacle !== undefined) conflicts.push(`${place} cannot be made: ${obstacle}`);
    }
  }
  if (conflicts.length > 0) throw new SchemaConflict(conflicts);
}

function refuseDuplicates(engine: Engine, place: string, error: unknown): never {
  if (engine.troubleOf(error) !== 'duplicate') throw error;
  throw new SchemaConflict([`${place} cannot be made: rows hold the same values`]);
}

async function neverRenames(): Promise<never> {
  throw new Error('a start renames nothing');
}
