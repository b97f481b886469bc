import { parseArgs } from 'node:util';
import { erasedName } from '../access/accounts/erased-user.ts';
import { user as userRecord } from '../access/accounts/user.record.ts';
import { eraseAccount } from '../access/erasure/erase-account.ts';
import { eraseTraces, type Traces } from '../access/erasure/erase-traces.ts';
import { operatorDoor } from '../access/operator.ts';
import { forgetFailures } from '../access/sign-in/throttle.ts';
import { success } from '../access/success.ts';
import { done } from '../access/write-result.ts';
import { AppError } from '../errors.ts';
import { message, render } from '../messages/message.ts';
import { personalRecords } from '../personal-records.ts';
import type { Records } from '../records/records.ts';
import { whereEvenDeleted } from '../records/write/deleted.ts';
import { type Command, Misuse } from './command.ts';
import { withServer } from './with-server.ts';

const tasks: Readonly<Record<string, (records: Records, name: string) => Promise<void>>> = { unlock, erase };

export const user: Command = {
  usage: 'unlock | erase <user name>',
  summary: 'Forgets the failed sign-ins of an account; or erases the personal data of a user, for good.',
  async run(args) {
    const [task = '', name, ...rest] = parseArgs({ args, allowPositionals: true }).positionals;
    const work = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
    if (!work || name === undefined || rest.length > 0)
      throw new Misuse(`unknown arguments '${args.join(' ')}'`);
    await withServer(({ records }) => work(records, name));
  },
};

async function unlock(records: Records, name: string): Promise<void> {
  let forgotten = 0;
  await operatorDoor(records, 'user unlock').bookkeep(async (writes) => {
    forgotten = await forgetFailures(writes, name);
  });
  console.log(forgotten > 0 ? `${name}: failed sign-ins are forgotten` : `${name}: no failed sign-ins`);
}

/** The living user of this name; where there is none, the deleted ones that bore it. */
async function erase(records: Records, name: string): Promise<void> {
  const named = await whereEvenDeleted(records.reads, userRecord, (select) =>
    select.where('username', '=', name),
  );
  const living = named.filter((one) => !one.is_deleted);
  const accounts = living.length > 0 ? living : named;
  try {
    for (const { id } of accounts) await eraseUser(records, id, name);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.log(`${name}: ${render(error.text, 'en')}`);
    process.exitCode = 1;
  }
  if (accounts.length > 0) return;
  console.log(`${name}: no such user`);
  process.exitCode = 1;
}

async function eraseUser(records: Records, id: bigint, name: string): Promise<void> {
  const { language } = records;
  let traces: Traces | undefined;
  await operatorDoor(records, 'user erase').write(async (writes) => {
    traces = await eraseAccount(writes, { id, username: name, language });
    return done(success.userDeleted, message('userErased', { name: erasedName(id, language) }));
  });
  // The servers do this as well, if any runs; it is done when the command ends.
  if (traces) await eraseTraces(records, personalRecords, { traces });
  console.log(`${name}: personal data erased, shown as '${erasedName(id, language)}'`);
}
