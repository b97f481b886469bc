import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { FeedDelayPlan, FeedDelayReport } from './load/feed-delay.ts';
import type { ListenersPlan } from './load/listeners.ts';
import { anyNumber, UNIQUE } from './load/load-plan.ts';
import { requestBytes } from './load/request.ts';
import { runLoad } from './load/run-load.ts';
import { rounds, seconds } from './parameters.ts';
import { ask, prepare } from './prepare.ts';
import { cpuSeconds, start, stop } from './servers/process.ts';
import { startQuire, temporaryFolder } from './servers/quire.ts';
import { type Server, startServer } from './servers/server.ts';
import type { AnyRecord } from './table.ts';

const BOOKS = 1000;
const WEBHOOKS = 3;
const LISTENERS = 1000;
const WRITES_PER_SECOND = 20;
const CHANGES = 1000;
const WRITE_TARGET = 0.8;
const DELAY_TARGET = 5;

/** What listeners cost a write, and how soon they get changes. */
export async function listeners(): Promise<AnyRecord[]> {
  await using alone = await filled();
  await using heard = await filled();
  await using receiver = await startServer(new URL('./servers/bare-server.ts', import.meta.url), {
    core: 'load',
  });
  const delay = await feedDelay(alone);
  for (let hook = 1; hook <= WEBHOOKS; hook += 1)
    await ask(heard.port, 'POST /cms/webhook', heard.token, {
      name: `hook ${hook}`,
      url: `http://127.0.0.1:${receiver.port}/${hook}`,
    });
  await using _ = await listen({ port: heard.port, token: heard.token, count: LISTENERS });
  return [await besideListeners(alone, heard), delay];
}

interface Filled extends Server {
  readonly token: string;
}

/** A server with books that may send webhooks to this machine. */
async function filled(): Promise<Filled> {
  const server = await startQuire(temporaryFolder(), 'server', { WEBHOOK_NETWORKS: '127.0.0.0/8' });
  const { token } = await prepare(server.port, BOOKS);
  return { ...server, token };
}

/** Opens streams of changes in a process of its own. */
async function listen(plan: ListenersPlan): Promise<AsyncDisposable> {
  const child = start(new URL('./load/listeners.ts', import.meta.url), {
    core: 'load',
    input: JSON.stringify(plan),
  });
  const ended = once(child, 'exit').then(() => text(child.stderr));
  const failed = ended.then((errors) => Promise.reject(new Error(`nobody listens: ${errors}`)));
  await Promise.race([once(child.stdout, 'data'), failed]);
  failed.catch(() => undefined);
  return { [Symbol.asyncDispose]: async () => void (await stop(child)) };
}

/** A write's time, and what it costs the server's process, deliveries included; both in milliseconds. */
interface WriteCost {
  readonly time: number;
  readonly cpu: number;
}

/** What a write takes while writes come at a steady pace, with and without listeners. */
async function besideListeners(alone: Filled, heard: Filled): Promise<AnyRecord> {
  const all: [WriteCost, WriteCost][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const pair: [WriteCost, WriteCost] = [await writes(alone), await writes(heard)];
    all.push(pair);
    console.log(`  round ${round}: ${told(pair)}`);
  }
  const [first, second] = [meanOf(all.map(([one]) => one)), meanOf(all.map(([, other]) => other))];
  const ratio = first.time / second.time;
  return {
    what: `write with ${WEBHOOKS} webhooks and ${LISTENERS} listeners, ${WRITES_PER_SECOND} a second`,
    measured: told([first, second]),
    rate: ratio.toFixed(2),
    cpu: (first.cpu / second.cpu).toFixed(2),
    target: `≥ ${WRITE_TARGET}`,
    met: ratio >= WRITE_TARGET,
  };
}

function told([one, other]: readonly [WriteCost, WriteCost]): string {
  const change = (name: keyof WriteCost) => `${one[name].toFixed(1)} → ${other[name].toFixed(1)} ms`;
  return `p50 ${change('time')}, CPU of the server ${change('cpu')}`;
}

function meanOf(costs: readonly WriteCost[]): WriteCost {
  const mean = (name: keyof WriteCost) => costs.reduce((sum, cost) => sum + cost[name], 0) / costs.length;
  return { time: mean('time'), cpu: mean('cpu') };
}

async function writes({ port, pid, token }: Filled): Promise<WriteCost> {
  const update = requestBytes('PATCH', `/v1/book/${anyNumber(BOOKS)}`, token, { title: UNIQUE });
  const most = WRITES_PER_SECOND * seconds;
  const before = cpuSeconds(pid);
  const { p50, answers } = await runLoad({
    port,
    requests: [update],
    connections: 1,
    most,
    seconds: 2 * seconds,
    perSecond: WRITES_PER_SECOND,
  });
  return { time: p50, cpu: (1000 * (cpuSeconds(pid) - before)) / answers };
}

/** The delay between the answer to a write and its event, beside the time of a single read. */
async function feedDelay({ port, token }: Filled): Promise<AnyRecord> {
  const plan: FeedDelayPlan = { port, token, changes: CHANGES };
  const child = start(new URL('./load/feed-delay.ts', import.meta.url), {
    core: 'load',
    input: JSON.stringify(plan),
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (child.exitCode !== 0) throw new Error(`the delay could not be measured: ${errors}`);
  const { read, delay } = JSON.parse(output) as FeedDelayReport;
  const times = delay / read;
  return {
    what: 'delay of the feed of changes, p99, beside a single read',
    measured: `${times.toFixed(1)}× (${read.toFixed(2)} → ${delay.toFixed(2)} ms)`,
    target: `≤ ${DELAY_TARGET}×`,
    met: times <= DELAY_TARGET,
  };
}
