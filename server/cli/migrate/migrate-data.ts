import { pendingMigrations, runMigration, tryMigrations } from '../../project/data-migrations.ts';
import type { Project } from '../../project/project.ts';
import type { Records } from '../../records/records.ts';

/** What data migrations need. */
export interface DataContext {
  readonly records: Records;
  readonly project: Project;
}

/** Prints which data migrations are pending and what a dry run of them changes; returns whether any is. */
export async function showMigrations({ records, project }: DataContext): Promise<boolean> {
  const pending = await pendingMigrations(records.reads, project);
  if (pending.length === 0) return false;
  const outcome = await tryMigrations(records, pending);
  console.log('Data migrations:');
  for (const migration of pending) {
    const { name } = migration;
    const rows = 'run' in migration ? 'done in one transaction' : `changes ${rowsOf(outcome.get(name))}`;
    console.log(`   ${name}, ${rows}`);
  }
  console.log();
  return true;
}

/** Runs all pending data migrations, and prints how far each has come. */
export async function applyMigrations({ records, project }: DataContext): Promise<void> {
  for (const migration of await pendingMigrations(records.reads, project))
    await runMigration(records, migration, ({ isDone, changed }) => {
      const rows = 'run' in migration ? '' : `, ${rowsOf(changed)} changed`;
      console.log(`${migration.name}${rows}${isDone ? ', done' : ' …'}`);
    });
}

function rowsOf(count = 0n): string {
  return count === 1n ? '1 row' : `${count} rows`;
}
