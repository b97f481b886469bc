import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** Keeps the ids of running processes that its lines tell. Its input closes when the server is gone, however that happened. */
const GUARD = `
all=' '
while read -r word id; do
  case $word in
    began) all="$all$id " ;;
    ended) all="\${all%% $id *} \${all#* $id }" ;;
  esac
done
kill -9 $all
`;

let guard: ChildProcessByStdio<Writable, null, null> | undefined;

/**
 * Ends a process when this one is killed. A plug-in that computes on and on does not notice that its input has closed, and may have
 * no thread that would; a shell waits instead. Windows has none: there, a plug-in that is idle ends alone.
 */
export function endWithServer(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  guard ??= startGuard();
  const { stdin } = guard;
  stdin.write(`began ${child.pid}\n`);
  child.once('exit', () => stdin.write(`ended ${child.pid}\n`));
}

function startGuard() {
  const started = spawn('/bin/sh', ['-c', GUARD], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    detached: true, // a terminal sends its signals to a whole group
  });
  const forget = () => {
    if (guard === started) guard = undefined;
  };
  started.on('error', forget).on('exit', forget).unref();
  started.stdin.on('error', forget);
  (started.stdin as Writable & { unref?(): void }).unref?.(); // a socket, which would keep this process running
  return started;
}
