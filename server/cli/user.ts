import { parseArgs } from 'node:util';
import { AppError } from '../errors.ts';
import { render } from '../messages/message.ts';
import { type Command, Misuse } from '../module/commands/command.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { Settings } from '../settings/values.ts';
import { withServer } from './shared/with-server.ts';
import {
  createAccount,
  deactivateAccount,
  removeSecondFactor,
  resetPassword,
  unlockAccount,
} from './user/accounts.ts';
import { eraseNamed } from './user/erase.ts';
import { readPassword } from './user/read-password.ts';

interface TaskInput {
  readonly store: RecordStore;
  readonly secrets: Settings['secrets'];
  readonly name: string;
  readonly groups: readonly string[];
  /** Empty if the task asks for none. */
  readonly password: string;
}

/** The tasks for a user; each returns the text to print. */
const tasks: Readonly<Record<string, (input: TaskInput) => Promise<string>>> = {
  async reset({ store, name, password }) {
    await resetPassword(store, name, password);
    return 'the password is changed, all sessions have ended';
  },
  async unlock({ store, name }) {
    return (await unlockAccount(store, name)) > 0 ? 'failed sign-ins are forgotten' : 'no failed sign-ins';
  },
  async create({ store, name, password, groups }) {
    await createAccount(store, name, { password, groups });
    return 'created';
  },
  async deactivate({ store, name }) {
    await deactivateAccount(store, name);
    return 'deactivated, all sessions have ended';
  },
  async 'remove-factors'({ store, name }) {
    return (await removeSecondFactor(store, name))
      ? 'the second factor is removed, all sessions have ended'
      : 'no second factor';
  },
  async erase({ store, secrets, name }) {
    const shown = await eraseNamed(store, secrets, name);
    return `personal data erased, shown as ${shown.map((one) => `'${one}'`).join(', ')}`;
  },
};
const ASKS_FOR_PASSWORD: ReadonlySet<string> = new Set(['reset', 'create']);

export const user: Command = {
  usage: 'reset | unlock | create [--group <name>]… | deactivate | remove-factors | erase <user name>',
  summary:
    'Gives an account another password, read from the terminal or standard input; forgets its failed sign-ins; creates or deactivates it; removes its second factor; or erases the personal data of its user, for good.',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { group: { type: 'string', multiple: true, default: [] } },
    });
    const [task = '', name, ...rest] = positionals;
    const work = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
    const { group: groups } = values;
    if (!work || name === undefined || rest.length > 0 || (groups.length > 0 && task !== 'create'))
      throw new Misuse(`unknown arguments '${args.join(' ')}'`);
    const ask = () => readPassword(process.stdin, (text) => process.stderr.write(text));
    const password = ASKS_FOR_PASSWORD.has(task) ? await ask() : '';
    await withServer(({ store }, { secrets }) =>
      printOutcome(name, () => work({ store, secrets, name, groups, password })),
    );
  },
};

/** Prints the outcome; a refusal ends with 1. */
async function printOutcome(name: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(`${name}: ${await work()}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.log(`${name}: ${render(error.text, 'en')}`);
    process.exitCode = 1;
  }
}
