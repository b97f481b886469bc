import { job } from '../../background/job.collection.ts';
import { migrate } from '../../database/schema/migrate.ts';
import type { CommandHost } from '../../module/commands/command.ts';
import { openServer } from '../../start.ts';
import { applyMigrations } from '../migrate/migrate-data.ts';
import { openMigration } from '../migrate/open-migration.ts';

export const migrated: CommandHost['migrated'] = async (settings, work) => {
  const { context, data, close } = await openMigration(settings);
  try {
    await migrate(context, ({ subject, summary }) => console.log(`${subject} ${summary}`));
    await applyMigrations(data);
    await data.store.database.transaction((connection) => connection.command(`delete from "${job.name}"`));
  } finally {
    await close();
  }
  const { app, store, close: end } = await openServer(settings, true, false);
  try {
    await work({
      store,
      async get(url, token) {
        const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
        const { statusCode, body } = await app.inject({ method: 'GET', url, headers });
        return { status: statusCode, text: body };
      },
    });
  } finally {
    await end();
  }
};
