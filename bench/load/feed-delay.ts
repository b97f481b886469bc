// Delays of a stream of changes beside single reads, in a process of its own: one request at a time.
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';

/** Who writes and reads, where, and how often. */
export interface FeedDelayPlan {
  readonly port: number;
  readonly token: string;
  readonly changes: number;
}

/** The 99th percentiles in milliseconds: of a read, and from the answer to a write until its event has come. */
export interface FeedDelayReport {
  readonly read: number;
  readonly delay: number;
}

const WARM_UP = 200;
const { port, token, changes } = JSON.parse(await text(process.stdin)) as FeedDelayPlan;
const agent = new Agent({ keepAlive: true });
const authorization = `Bearer ${token}`;
const at = { host: '127.0.0.1', port, agent };
const arrivals = await listen();
const reads = createHistogram();
const delays = createHistogram();
for (let change = -WARM_UP; change < changes; change += 1) {
  const record = 1 + ((change + WARM_UP) % 1000);
  const began = performance.now();
  await ask('GET', `/v1/book/${record}`);
  const read = performance.now() - began;
  await ask('PATCH', `/v1/book/${record}`, JSON.stringify({ title: `change ${process.pid} ${change}` }));
  const answered = performance.now();
  const arrived = await arrivals.next();
  if (change < 0) continue;
  reads.record(micros(read));
  delays.record(micros(arrived - answered));
}
const report: FeedDelayReport = { read: reads.percentile(99) / 1000, delay: delays.percentile(99) / 1000 };
process.stdout.write(JSON.stringify(report), () => process.exit());

/** Milliseconds as whole microseconds; an event that came before the answer has no delay. */
function micros(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds * 1000));
}

/** The times at which events come. */
async function listen() {
  const times: number[] = [];
  let waiting: ((time: number) => void) | undefined;
  const stream = await new Promise<IncomingMessage>((resolve) => {
    const headers = { authorization, accept: 'text/event-stream' };
    get({ host: '127.0.0.1', port, path: '/v1/changes', headers, agent: false }, resolve);
  });
  stream.setEncoding('utf8').on('data', (part: string) => {
    const now = performance.now();
    for (const _ of part.matchAll(/^data: /gm)) {
      if (waiting) waiting(now);
      else times.push(now);
      waiting = undefined;
    }
  });
  const next = () => {
    const come = times.shift();
    if (come !== undefined) return Promise.resolve(come);
    return new Promise<number>((resolve) => {
      waiting = resolve;
    });
  };
  return { next };
}

/** Sends one request, and ends with the last byte of its answer. */
async function ask(method: string, path: string, body?: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
  request({ ...at, method, path, headers }, resolve)
    .on('error', reject)
    .end(body);
  const answer = await promise;
  const said = await text(answer);
  if (answer.statusCode !== 200 && answer.statusCode !== 201)
    throw new Error(`${method} ${path}: ${answer.statusCode} ${said}`);
}
