import { CannotStart } from '../errors.ts';
import { suggestion } from '../shared/text/words.ts';
import { type Command, Misuse } from './shared/command.ts';

/** Loaded when called, so that each command loads only what it needs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).start,
  dev: async () => (await import('./dev.ts')).dev,
  doctor: async () => (await import('./doctor.ts')).doctor,
  settings: async () => (await import('./settings.ts')).settings,
  files: async () => (await import('./files.ts')).files,
  user: async () => (await import('./user.ts')).user,
  access: async () => (await import('./access.ts')).access,
  key: async () => (await import('./key.ts')).key,
  client: async () => (await import('./client.ts')).client,
  types: async () => (await import('./types.ts')).types,
  export: async () => (await import('./export.ts')).exportRecord,
  migrate: async () => (await import('./migrate.ts')).migrate,
  letters: async () => (await import('./letters.ts')).letters,
  import: async () => (await import('./import.ts')).importFile,
  undo: async () => (await import('./undo.ts')).undo,
  copy: async () => (await import('./copy.ts')).copy,
  search: async () => (await import('./search.ts')).search,
  job: async () => (await import('./job.ts')).job,
  seed: async () => (await import('./seed.ts')).seed,
  'import-lin': async () => (await import('./import-lin.ts')).importLinCms,
  version: async () => (await import('./version.ts')).version,
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
  const load = loadOf(name);
  if (HELP.has(name)) console.log(await help(args[0]));
  else if (load && args.some((one) => one === '--help' || one === '-h')) console.log(await help(name));
  else if (load) await (await load()).run(args);
  else
    throw new Misuse(
      name === '' ? 'name a command' : `unknown command '${name}'${suggestion(name, Object.keys(commands))}`,
    );
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

function loadOf(word: string): (() => Promise<Command>) | undefined {
  return Object.hasOwn(commands, word) ? commands[word] : undefined;
}

/** The usage of one command, or of all commands if none has this name. */
async function help(word = ''): Promise<string> {
  const one = loadOf(word);
  if (one) return `Usage:\n${await usageOf(word, one)}`;
  const entries = await Promise.all(Object.entries(commands).map((entry) => usageOf(...entry)));
  return [
    'Usage:',
    ...entries,
    '  quire help [<command>]\n      Shows this text, or that of one command.',
    '',
    'Commands read the settings of the server from the environment: see `quire settings`.',
    'Exit codes: 0 done, 1 not everything could be done, 2 wrong arguments or settings; 3 migrate or letters has work to do.',
  ].join('\n');
}

async function usageOf(word: string, load: () => Promise<Command>): Promise<string> {
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
