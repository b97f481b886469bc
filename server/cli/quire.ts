import { CannotStart } from '../errors.ts';
import { type Command, Misuse } from './command.ts';

/** Loaded when they are called, so that each brings only what it needs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  settings: async () => (await import('./settings.ts')).settings,
  files: async () => (await import('./files.ts')).files,
  client: async () => (await import('./client.ts')).client,
  export: async () => (await import('./export.ts')).exportRecord,
  migrate: async () => (await import('./migrate.ts')).migrate,
  import: async () => (await import('./import.ts')).importFile,
  'import-lin': async () => (await import('./import-lin.ts')).importLinCms,
};

const [name = '', ...args] = process.argv.slice(2);
// Whoever reads what is told may leave early, as `head` does: the work goes on.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;

try {
  if (load) await (await load()).run(args);
  else await refuse(name === '' ? 'which command?' : `there is no command '${name}'`);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  if (isMisuse(error)) await refuse(error.message);
  else {
    const isExpected = error instanceof CannotStart;
    console.error(isExpected ? error.message : error);
    process.exitCode = isExpected ? 2 : 1;
  }
}

async function refuse(problem: string): Promise<void> {
  console.error(`${problem}\n\nUsage:`);
  for (const [each, find] of Object.entries(commands)) {
    const { usage, summary } = await find();
    console.error(`  quire ${`${each} ${usage}`.trim()}\n      ${summary}`);
  }
  process.exitCode = 2;
}

function isMisuse(error: NodeJS.ErrnoException): boolean {
  return error instanceof Misuse || error.code?.startsWith('ERR_PARSE_ARGS') === true;
}
