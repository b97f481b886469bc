import { type Command, Misuse } from '../module/commands/command.ts';
import { serve } from '../serve.ts';

export const start: Command = {
  usage: '',
  summary: 'Starts the server, which runs until it gets SIGTERM or SIGINT.',
  async run(args) {
    if (args.length > 0) throw new Misuse(`unknown arguments '${args.join(' ')}'`);
    await serve();
  },
};
