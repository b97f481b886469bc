import { preview } from '../../database/schema/migrate.ts';
import { CannotStart } from '../../errors.ts';
import type { CommandHost } from '../../module/commands/command.ts';
import { readSettings } from '../../settings.ts';
import { quireCommand } from '../../shared/system/how-to-call.ts';
import { openMigration } from '../migrate/open-migration.ts';

export const withDatabase: CommandHost['withDatabase'] = async (work) => {
  const settings = readSettings();
  const { context, data, close } = await openMigration(settings);
  try {
    if ((await preview(context)).steps.length > 0)
      throw new CannotStart(
        `The tables do not match the definitions. First apply what ${quireCommand} migrate shows.`,
      );
    await work(data, settings);
  } finally {
    await close();
  }
};
