import { BadSetting } from '../settings.ts';
import type { Command } from './command.ts';

/** Loaded when they are called, so that each brings only what it needs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  settings: async () => (await import('./settings.ts')).settings,
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;

try {
  if (load) await (await load()).run(args);
  else await refuse(name === '' ? 'which command?' : `there is no command '${name}'`);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  if (error instanceof BadSetting || isMisuse(error)) await refuse(error.message);
  else {
    console.error(error);
    process.exitCode = 1;
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

/** Whether the arguments are not those of the command (parseArgs). */
function isMisuse({ code }: NodeJS.ErrnoException): boolean {
  return code?.startsWith('ERR_PARSE_ARGS') === true;
}
