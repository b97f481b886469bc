import cluster, { type Worker } from 'node:cluster';

/** Switches the log to more detail, and back. Node takes SIGUSR1 for its debugger. */
const SIGNAL = 'SIGUSR2';

interface Detail {
  readonly detail: boolean;
}

/** Keeps the signal from ending a process that does not serve yet. */
export function expectDetailSignal(): void {
  process.on(SIGNAL, () => {});
}

/** Lets all workers of a supervisor follow its signals. The returned function tells a new one what holds. */
export function passDetailOn(running: Iterable<Worker>): (worker: Worker) => void {
  let detail = false;
  const tell = (worker: Worker) => worker.send({ detail } satisfies Detail, () => {}); // it may be ending
  process.on(SIGNAL, () => {
    detail = !detail;
    for (const worker of running) if (worker.isConnected()) tell(worker);
  });
  return (worker) => {
    if (detail) tell(worker);
  };
}

/** Calls `set` at each switch: of the supervisor, or by a signal where there is none. */
export function onDetail(set: (isDetailed: boolean) => void): void {
  let isDetailed = false;
  const become = (next: boolean) => {
    if (next === isDetailed) return;
    isDetailed = next;
    set(next);
  };
  if (cluster.isWorker)
    process.on('message', (said) => {
      if (isDetail(said)) become(said.detail);
    });
  else process.on(SIGNAL, () => become(!isDetailed));
}

function isDetail(said: unknown): said is Detail {
  return typeof said === 'object' && said !== null && 'detail' in said && typeof said.detail === 'boolean';
}
