import { CannotStart } from '../errors.ts';
import type { LoadCommand } from '../module/commands/command.ts';
import type { CORE_COMMANDS } from '../module/commands/core-commands.ts';

type Commands = Readonly<Record<string, LoadCommand>>;

/** The commands of the core. */
const own: Readonly<Record<(typeof CORE_COMMANDS)[number], LoadCommand>> = {
  start: async () => (await import('./start.ts')).start,
  build: async () => (await import('./build.ts')).build,
  dev: async () => (await import('./dev.ts')).dev,
  doctor: async () => (await import('./doctor.ts')).doctor,
  settings: async () => (await import('./settings.ts')).settings,
  user: async () => (await import('./user.ts')).user,
  access: async () => (await import('./access.ts')).access,
  key: async () => (await import('./key.ts')).key,
  client: async () => (await import('./client.ts')).client,
  types: async () => (await import('./types.ts')).types,
  migrate: async () => (await import('./migrate.ts')).migrate,
  letters: async () => (await import('./letters.ts')).letters,
  search: async () => (await import('./search.ts')).search,
  job: async () => (await import('./job.ts')).job,
  seed: async () => (await import('./seed.ts')).seed,
  verify: async () => (await import('./verify.ts')).verify,
  compact: async () => (await import('./compact.ts')).compact,
  version: async () => (await import('./version.ts')).version,
};

/**
 * The loader of a command, undefined if there is no such command. Only commands of features load the modules, and only others
 * the plug-ins of the project.
 */
export async function commandNamed(word: string): Promise<LoadCommand | undefined> {
  const among = (commands: Commands) => (Object.hasOwn(commands, word) ? commands[word] : undefined);
  return among(own) ?? among(await serverCommands()) ?? among((await commandsOfPlugins()).commands);
}

/** Every command of the server, those of the core first. */
export async function serverCommands(): Promise<Commands> {
  const { modules } = await import('../modules.ts');
  return Object.assign({}, own, ...modules.map(({ commands }) => commands));
}

/** The commands of the project's plug-ins. Help is for projects with mistakes too: these are told beside it. */
export async function commandsOfPlugins(): Promise<{
  readonly commands: Commands;
  readonly problem?: string;
}> {
  const { ownCommands } = await import('./own-commands.ts');
  try {
    return { commands: await ownCommands() };
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return { commands: {}, problem: `Commands of plug-ins are unknown: ${error.message}` };
  }
}
