import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const WITHIN_MS = 10_000;
const POLL_MS = 5;

/** Where a measured server writes how many answers came from its cache. */
export function rememberedFile(pid: number): string {
  return join(tmpdir(), `quire-bench-remembered-${pid}`);
}

/** How many answers of a measured server came from its cache until now. */
export async function rememberedBy(pid: number): Promise<number> {
  const file = rememberedFile(pid);
  process.kill(pid, 'SIGWINCH');
  const last = performance.now() + WITHIN_MS;
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
    if (performance.now() > last) throw new Error('the server does not tell what it remembered');
    await sleep(POLL_MS);
  }
  const count = Number(readFileSync(file, 'utf8'));
  rmSync(file);
  return count;
}
