import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { passDetailOn } from './shared/system/log-detail.ts';
import { environmentOf, passOn } from './shared/system/other-workers.ts';

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A worker that has run this long has started well. */
const SETTLED_AFTER_MS = 60_000;
const BEAT = 'beat';
const BEAT_MS = 5000;
/** A worker hangs if it has missed this many beats; on a busy machine its modules take long to load before the first one. */
const MOST_MISSED = { loading: 24, running: 6 };

/**
 * Runs worker processes that share one port, and replaces each that ends or hangs, after growing pauses if workers keep ending.
 * The first starts alone, because it may have to create the tables; if it fails, this process exits with its code. SIGTERM and
 * SIGINT end them all, at the latest after `stopWithin` milliseconds.
 */
export function superviseWorkers(count: number, stopWithin: number): void {
  const running = new Set<Worker>();
  const stopping = new AbortController();
  const tellDetail = passDetailOn(running);
  let pause = SHORTEST_PAUSE_MS;

  function start(number: number, ended: (worker: Worker, code: number | null) => void): Worker {
    const worker = cluster.fork(environmentOf(number));
    running.add(worker);
    worker.on('message', (said) => passOn(said, worker, running));
    worker.once('listening', () => tellDetail(worker));
    const settled = setTimeout(() => {
      pause = SHORTEST_PAUSE_MS;
    }, SETTLED_AFTER_MS);
    const watch = endOnceHung(worker);
    worker.once('exit', (code: number | null) => {
      clearTimeout(settled);
      clearInterval(watch);
      running.delete(worker);
      if (!stopping.signal.aborted) ended(worker, code);
      else if (code) process.exitCode = code;
    });
    return worker;
  }

  const replace = (number: number) => async (worker: Worker, code: number | null) => {
    const { pid, signalCode } = worker.process;
    console.error(`Process ${pid} ended (${signalCode ?? code}); another one starts in ${pause} ms.`);
    const isOver = await wait(pause, false, { signal: stopping.signal }).catch(() => true);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    if (!isOver) start(number, replace(number));
  };

  function stop(signal: NodeJS.Signals): void {
    stopping.abort();
    for (const worker of running) worker.process.kill(signal);
    setTimeout(() => {
      for (const worker of running) worker.process.kill('SIGKILL');
    }, stopWithin).unref();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);

  let serves = false;
  const first = start(1, (worker, code) => {
    if (serves) return void replace(1)(worker, code);
    process.exitCode = code ?? 1;
  });
  first.once('listening', () => {
    serves = true;
    for (let number = 2; number <= count; number += 1) start(number, replace(number));
  });
}

/** Lets the supervisor know, again and again, that the event loop of this worker runs. */
export function beat(): void {
  setInterval(() => process.send?.(BEAT), BEAT_MS).unref();
}

/** Counts beats instead of time, as a machine that slept stops both processes. */
function endOnceHung(worker: Worker): NodeJS.Timeout {
  const { process: child } = worker;
  let missed = 0;
  let most: number = MOST_MISSED.loading;
  const heard = () => {
    missed = 0;
    most = MOST_MISSED.running;
  };
  child.on('message', (said) => {
    if (said === BEAT) heard();
  });
  worker.once('listening', heard);
  return setInterval(() => {
    missed += 1;
    if (missed !== most) return;
    console.error(`Process ${child.pid} has not answered for ${(most * BEAT_MS) / 1000} s; it is ended.`);
    child.kill('SIGKILL');
  }, BEAT_MS);
}
