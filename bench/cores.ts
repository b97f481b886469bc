import { spawnSync } from 'node:child_process';

/** Where a process may run: the server and the load each have a core of their own, where the machine can do that. */
export type Core = 'server' | 'load' | 'any';

const cores = { server: '0', load: '1' };

/** Whether servers and load are really kept apart in this run. */
export const pinned = Object.values(cores).every(
  (core) => spawnSync('taskset', ['-c', core, 'true'], { stdio: 'ignore' }).status === 0,
);

/** The command that runs `command` on its core. The process keeps the id that it was started with. */
export function onCore(core: Core, command: readonly string[]): readonly string[] {
  return pinned && core !== 'any' ? ['taskset', '-c', cores[core], ...command] : command;
}
