import { readFileSync } from 'node:fs';

/** Whether processes can be observed here: the files of proc(5) exist on Linux alone. */
export const canObserve = process.platform === 'linux';

export function childrenOf(pid: number | undefined): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ');
}

/** Hundredths of a second of CPU that a process has used. */
export const ticksOf = (pid: string) => Number(statOf(pid)[11]);

export function isRunning(pid: string): boolean {
  try {
    return statOf(pid)[0] !== 'Z';
  } catch {
    return false;
  }
}

/** The fields of proc_pid_stat(5) from the state on. */
function statOf(pid: string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
