import { parseArgs } from 'node:util';
import { CannotStart } from '../../errors.ts';
import { type Command, Misuse } from '../../module/commands/command.ts';
import { settingsTable } from '../../settings/table.ts';
import { readEnvironment } from '../../shared/system/environment.ts';
import { openSourceEngine, SourceProblem, WrongArgument } from '../import-lin/exports.ts';
import { planAdoption } from './plan/plan-adoption.ts';
import type { ForeignSchema } from './schema/foreign-schema.ts';
import { inspect } from './schema/inspect.ts';
import { reportOf } from './write/report.ts';
import { writeDefinitions } from './write/write-files.ts';

export const adopt: Command = {
  usage:
    '<mysql://… | postgres://… | file:…> [--schema <name>] [--only <table>,…] [--out <folder>] [--force]',
  summary:
    'Writes definitions for the tables and views of another program, which are then served without changing them.',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        schema: { type: 'string' },
        only: { type: 'string' },
        out: { type: 'string' },
        force: { type: 'boolean', default: false },
      },
    });
    const [url] = positionals;
    if (url === undefined || positionals.length > 1) throw new Misuse('name one database to adopt');
    try {
      const adoption = await readDatabase(url, values.schema, values.only?.split(','));
      const files = writeDefinitions(adoption, values.out ?? contentFolder(), values.force);
      for (const line of reportOf(adoption, files)) console.log(line);
    } catch (error) {
      if (error instanceof WrongArgument) throw new Misuse(error.message);
      if (error instanceof SourceProblem) throw new CannotStart(error.message, { cause: error });
      throw error;
    }
  },
};

async function readDatabase(url: string, schema: string | undefined, only: readonly string[] | undefined) {
  const engine = await openSourceEngine(url);
  try {
    const found = await inspect(engine, url, schema);
    return await planAdoption(engine, only ? onlyThese(found, only) : found);
  } finally {
    await engine.close();
  }
}

/** The schema with these tables alone. Throws WrongArgument naming one that it lacks. */
function onlyThese(schema: ForeignSchema, names: readonly string[]): ForeignSchema {
  const missing = names.find((name) => !schema.tables.some((table) => table.name === name));
  if (missing !== undefined) throw new WrongArgument(`--only: there is no table or view '${missing}'`);
  return { ...schema, tables: schema.tables.filter(({ name }) => names.includes(name)) };
}

/** Read alone: the settings of a project that has no definitions yet may be incomplete. */
function contentFolder(): string {
  return readEnvironment().CONTENT_DIR || settingsTable.CONTENT_DIR.initial;
}
