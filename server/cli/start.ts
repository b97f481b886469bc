import { serve } from '../serve.ts';
import { type Command, Misuse } from './shared/command.ts';

export const start: Command = {
  usage: '',
  summary: 'Starts the server, which runs until it gets SIGTERM or SIGINT.',
  async run(args) {
    if (args.length > 0) throw new Misuse(`unknown arguments '${args.join(' ')}'`);
    await serve();
  },
};
