import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOM_BYTES = 2 * 1024 ** 3;
const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Copies the checkout as it is, with what is not committed, to a new temporary folder, where sources may be changed and run. It
 * shares the installed packages but not their cache. Returns the folder; who asked for it removes it.
 */
export function copyCheckout() {
  const copy = mkdtempSync(join(hasRoomInMemory() ? '/dev/shm' : tmpdir(), 'quire-copy-'));
  for (const file of filesOfCheckout()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  for (const packages of ['node_modules', 'console/node_modules']) link(packages, copy);
  if (existsSync(join(root, 'console/dist')))
    cpSync(join(root, 'console/dist'), join(copy, 'console/dist'), { recursive: true });
  return copy;
}

function filesOfCheckout() {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

function link(packages, copy) {
  const from = join(root, packages);
  if (!existsSync(from)) return;
  mkdirSync(join(copy, packages), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '.cache') symlinkSync(join(from, name), join(copy, packages, name));
}

function hasRoomInMemory() {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > ROOM_BYTES;
}
