import { parseArgs } from 'node:util';
import { operatorDoor } from '../access/operator.ts';
import { forgetFailures } from '../access/sign-in/throttle.ts';
import { type Command, Misuse } from './command.ts';
import { withServer } from './with-server.ts';

export const user: Command = {
  usage: 'unlock <user name>',
  summary: 'Forgets the failed sign-ins of an account, so that its owner can sign in at once.',
  async run(args) {
    const [task, name, ...rest] = parseArgs({ args, allowPositionals: true }).positionals;
    if (task !== 'unlock' || name === undefined || rest.length > 0)
      throw new Misuse(`unknown arguments '${args.join(' ')}'`);
    await withServer(async ({ records }) => {
      let forgotten = 0;
      await operatorDoor(records, 'user unlock').bookkeep(async (writes) => {
        forgotten = await forgetFailures(writes, name);
      });
      console.log(forgotten > 0 ? `${name}: failed sign-ins are forgotten` : `${name}: no failed sign-ins`);
    });
  },
};
