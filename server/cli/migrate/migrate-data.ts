import { pendingMigrations, runMigration, tryMigrations } from '../../project/data-migrations.ts';
import type { Project } from '../../project/project.ts';
import type { RecordStore } from '../../records/record-store.ts';

/** What data migrations need. */
export interface DataContext {
  readonly store: RecordStore;
  readonly project: Project;
}

/** Prints which data migrations are pending and what a dry run of them changes; returns whether any is. */
export async function showMigrations({ store, project }: DataContext): Promise<boolean> {
  const pending = await pendingMigrations(store.reads, project);
  if (pending.length === 0) return false;
  const outcome = await tryMigrations(store, pending);
  console.log('Data migrations:');
  for (const migration of pending) {
    const { name } = migration;
    const records =
      'run' in migration ? 'done in one transaction' : `changes ${recordsOf(outcome.get(name))}`;
    console.log(`   ${name}, ${records}`);
  }
  console.log();
  return true;
}

/** Runs all pending data migrations, and prints how far each has come. */
export async function applyMigrations({ store, project }: DataContext): Promise<void> {
  for (const migration of await pendingMigrations(store.reads, project))
    await runMigration(store, migration, ({ isDone, changed }) => {
      const records = 'run' in migration ? '' : `, ${recordsOf(changed)} changed`;
      console.log(`${migration.name}${records}${isDone ? ', done' : ' …'}`);
    });
}

function recordsOf(count = 0n): string {
  return count === 1n ? '1 record' : `${count} records`;
}
