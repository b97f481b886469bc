import { spawnSync } from 'node:child_process';

/** The cores of the server and of the load: one each, if the machine allows it. */
export type Core = 'server' | 'load' | 'any';

const cores = { server: '0', load: '1' };

/** Whether server and load run on separate cores. */
export const pinned = Object.values(cores).every(
  (core) => spawnSync('taskset', ['-c', core, 'true'], { stdio: 'ignore' }).status === 0,
);

/** The command line that runs `command` on its core, under the same process id. */
export function onCore(core: Core, command: readonly string[]): readonly string[] {
  return pinned && core !== 'any' ? ['taskset', '-c', cores[core], ...command] : command;
}
