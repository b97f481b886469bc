import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseFile, databaseName, isDatabaseUrl, urlForms } from '../../database/open.ts';
import { type Command, Misuse } from '../../module/commands/command.ts';
import type { Settings } from '../../settings/values.ts';
import { copyDatabase } from './copy-database.ts';

/** Seconds for one statement. DATABASE_TIMEOUT is for requests. */
const LONGEST_STATEMENT = 3600;

export const copy: Command = {
  usage: '<database url>',
  summary:
    'Copies everything in the database, with ids, passwords, histories and the log, to an empty database of any engine. Stop all servers first.',
  async run(args, { withDatabase }) {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [url, ...others] = positionals;
    if (url === undefined || others.length > 0 || !isDatabaseUrl(url))
      throw new Misuse(`copy takes the URL of an empty database: ${urlForms}`);
    await withDatabase(async ({ store }, settings) => {
      const address = { ...settings, databaseUrl: url, databaseTimeout: LONGEST_STATEMENT };
      const records = await copyDatabase(store, address, tell);
      console.log(
        `\nCopied ${records} records to ${databaseName(url)}. Servers need, beside its DATABASE_URL:`,
      );
      console.log(otherSettings(settings));
    });
  },
};

function tell(table: string, records: number, isDone: boolean): void {
  if (!isDone) console.error(`${table}: ${records} records so far`);
  else if (records > 0) console.log(`${table}: ${records} records`);
}

/** What servers on the copy need besides its URL. Files are in no database. */
function otherSettings({ databaseUrl, uploadDir, uploadBucket }: Settings): string {
  const file = databaseFile(databaseUrl);
  const kept =
    file === undefined ? '' : `; where it was not set, what ${join(dirname(file), 'secret')} holds`;
  const files = uploadBucket ? 'UPLOAD_STORE  as it is now' : `UPLOAD_DIR    ${resolve(uploadDir)}`;
  return `  QUIRE_SECRET  as it is now${kept}\n  ${files}`;
}
