import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a command ended with, and what it wrote to both of its streams. */
export interface Outcome {
  readonly code: number;
  readonly said: string;
}

const module = fileURLToPath(new URL('./command-host-process.ts', import.meta.url));
const quickLoad = new URL('../../server/quick-load.mjs', import.meta.url).href;
const waiting: ((outcome: Outcome) => void)[] = [];
let host: ChildProcess | undefined;

/** Runs a command of `quire` in a process that runs one after another, and so loads the server once for all of them. */
export function runInHost(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  host ??= startHost();
  host.send({ args, env });
  const outcome = Promise.withResolvers<Outcome>();
  waiting.push(outcome.resolve);
  host.ref();
  host.channel?.ref();
  return outcome.promise;
}

/** It ends with this process, which it does not keep alive while no command runs. */
function startHost(): ChildProcess {
  const child = fork(module, { execArgv: ['--preserve-symlinks', `--import=${quickLoad}`] });
  child.on('message', (outcome: Outcome) => {
    waiting.shift()?.(outcome);
    if (waiting.length > 0) return;
    child.unref();
    child.channel?.unref();
  });
  child.once('exit', (code) => {
    for (const tell of waiting.splice(0))
      tell({ code: code ?? 1, said: 'the process of commands has ended' });
    host = undefined;
  });
  return child;
}
