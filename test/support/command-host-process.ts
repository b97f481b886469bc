import { inspect } from 'node:util';

interface Request {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

let said = '';
for (const stream of [process.stdout, process.stderr])
  stream.write = (text: string | Uint8Array) => {
    said += typeof text === 'string' ? text : Buffer.from(text).toString();
    return true;
  };

let count = 0;
let last = Promise.resolve();
process.on('message', (request: Request) => {
  last = last.then(() => run(request));
});
process.once('disconnect', () => process.exit());

/** Runs `quire` as a process of its own would: its entry module is read anew. */
async function run({ args, env }: Request): Promise<void> {
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = 0;
  said = '';
  try {
    await import(`../../server/cli/quire.ts?run=${++count}`);
  } catch (error) {
    said += inspect(error);
    process.exitCode = 1;
  }
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.send?.({ code: process.exitCode, said });
}
