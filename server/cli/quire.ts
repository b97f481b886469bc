import { CannotStart } from '../errors.ts';
import { type CommandHost, type LoadCommand, Misuse } from '../module/commands/command.ts';
import { suggestion } from '../shared/text/words.ts';
import { commandNamed, commandsOfPlugins, serverCommands } from './commands.ts';

/** Loaded when a command needs it. */
const host: CommandHost = {
  withServer: async (...args) => (await import('./shared/with-server.ts')).withServer(...args),
  withDatabase: async (work) => (await import('./shared/with-database.ts')).withDatabase(work),
  migrated: async (...args) => (await import('./shared/migrated.ts')).migrated(...args),
  project: async (...args) => (await import('./shared/read-all.ts')).readAll(...args),
};
const HELP: ReadonlySet<string> = new Set(['help', '--help', '-h']);

const [first = '', ...args] = process.argv.slice(2);
const name = first === '--version' || first === '-v' ? 'version' : first;
// A reader such as `head` may stop early; the work continues.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

try {
  const load = await commandNamed(name);
  if (HELP.has(name)) console.log(await help(args[0]));
  else if (load && args.some((one) => one === '--help' || one === '-h')) console.log(await help(name));
  else if (load) await (await load()).run(args, host);
  else throw new Misuse(name === '' ? 'name a command' : await unknownCommand(name));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  if (isMisuse(error)) {
    console.error(`${error.message}\n\n${await help(name)}`);
    process.exitCode = 2;
  } else {
    const isExpected = error instanceof CannotStart;
    console.error(isExpected || isOfFile(error) ? error.message : error);
    process.exitCode = isExpected ? 2 : 1;
  }
}

async function unknownCommand(word: string): Promise<string> {
  const { commands, problem } = await commandsOfPlugins();
  const known = [...Object.keys(await serverCommands()), ...Object.keys(commands)];
  return [`unknown command '${word}'${suggestion(word, known)}`, problem].filter(Boolean).join('\n');
}

/** The usage of one command, or of all commands if none has this name. */
async function help(word = ''): Promise<string> {
  const one = await commandNamed(word);
  if (one) return `Usage:\n${await usageOf(word, one)}`;
  const { commands, problem } = await commandsOfPlugins();
  const entries = Object.entries({ ...(await serverCommands()), ...commands });
  return [
    'Usage:',
    ...(await Promise.all(entries.map((entry) => usageOf(...entry)))),
    '  quire help [<command>]\n      Shows this text, or that of one command.',
    '',
    'Commands read the settings of the server from the environment: see `quire settings`.',
    'Exit codes: 0 done, 1 not everything could be done, 2 wrong arguments or settings; 3 migrate or letters has work to do.',
    ...(problem === undefined ? [] : ['', problem]),
  ].join('\n');
}

async function usageOf(word: string, load: LoadCommand): Promise<string> {
  const { usage, summary } = await load();
  return `  quire ${`${word} ${usage}`.trim()}\n      ${summary}`;
}

/** Whether a file could not be opened, or a folder not made. The system's message names it, so no stack is needed. */
function isOfFile({ syscall, code }: NodeJS.ErrnoException): boolean {
  const opens = syscall === 'open' || syscall === 'mkdir';
  return opens && ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EROFS'].includes(code ?? '');
}

function isMisuse(error: NodeJS.ErrnoException): boolean {
  return error instanceof Misuse || error.code?.startsWith('ERR_PARSE_ARGS') === true;
}
