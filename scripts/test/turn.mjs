// The number of a run of tests, which chooses the parts that it takes.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HOUR_MS = 3_600_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The next number of this checkout, which it notes in a file. */
export function nextTurn(counter) {
  const turn = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : firstTurn();
  writeFileSync(counter, String(turn));
  return turn;
}

/** Of a new checkout the number of its commits, so that the same commit gets the same parts; where that is unknown, of the hour. */
function firstTurn() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim();
  const isWhole = git('rev-parse', '--is-shallow-repository') === 'false';
  return isWhole ? Number(git('rev-list', '--count', 'HEAD')) : Math.floor(Date.now() / HOUR_MS);
}
