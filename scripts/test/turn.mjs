// Counts the runs of a checkout, so that what a run tests a part of is tested whole within as many runs as it has parts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../node_modules/.cache/quire-tests/', import.meta.url));
const counter = `${folder}turn`;

/** The number of this run; TEST_TURN repeats one. A new checkout begins with the number of its commits. */
export function nextTurn() {
  if (process.env.TEST_TURN) return Number(process.env.TEST_TURN);
  const turn = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : commits();
  mkdirSync(folder, { recursive: true });
  writeFileSync(counter, String(turn));
  return turn;
}

function commits() {
  try {
    return Number(
      execFileSync('git', ['rev-list', '--count', 'HEAD'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  } catch {
    return 0; // the sources without their history
  }
}
