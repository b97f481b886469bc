import assert from 'node:assert/strict';
import { connect } from '../../server/database/database.ts';
import { type MigrationContext, migrate, preview } from '../../server/database/schema/migrate.ts';
import type { Renaming } from '../../server/database/schema/steps/step.ts';
import { type Catalogue, makeCatalogue } from '../../server/definitions/catalogue.ts';
import type { Definition } from '../../server/definitions/define-collection.ts';
import type { Fields } from '../../server/definitions/field.ts';
import { defineCollection } from '../../server/definitions/index.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { openFilled } from './open-temporary.ts';

export const book = (fields: Fields): Catalogue =>
  catalogueOf({ name: 'book', label: 'Book', audit: 'full', fields });

export function catalogueOf(...sources: Parameters<typeof defineCollection>[0][]): Catalogue {
  return makeCatalogue(sources.map((source) => defineCollection(source) as Definition));
}

export async function start(
  { address }: TestDatabase,
  catalogue: Catalogue,
  records: Record<string, object[]> = {},
) {
  const database = await openFilled(address, catalogue, async ({ query }, connection) => {
    for (const [table, values] of Object.entries(records))
      for (const one of values)
        await connection.run(
          query
            .insertInto(table)
            .values(one as never)
            .compile(),
        );
  });
  await database.close();
}

/** Works on the tables as the command does. */
export async function withContext<T>(
  { address }: TestDatabase,
  catalogue: Catalogue,
  work: (context: MigrationContext, renamings: Renaming[]) => Promise<T>,
  keepDays = 30,
): Promise<T> {
  const database = await connect(address, catalogue);
  const renamings: Renaming[] = [];
  const rename = async (_: unknown, renaming: Renaming) => void renamings.push(renaming);
  const context = {
    engine: database.engine,
    catalogue,
    keepDays,
    rename,
    cleanPast: async () => ({ refused: 0, cleaned: 0 }),
    findPastMisfits: async function* () {},
    correct: async () => undefined,
  };
  return work(context, renamings).finally(database.close);
}

export const apply = (kept: TestDatabase, catalogue: Catalogue, keepDays?: number) =>
  withContext(
    kept,
    catalogue,
    async (context, renamings) => {
      const steps: string[] = [];
      await migrate(context, ({ subject }) => void steps.push(subject));
      assert.deepEqual((await preview(context)).steps, [], 'nothing is left to do');
      return { steps, renamings };
    },
    keepDays,
  );

export const droppedToday = (field: string) =>
  `${field}.dropped.${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
