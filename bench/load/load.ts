// The load generator, in a process of its own: keep-alive connections with one request outstanding on each.
// WriteResult on `net`, because a general-purpose generator uses more CPU per request than the server it measures.
import { connect } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { AnswerReader } from './answer-reader.ts';
import { type LoadPlan, type LoadReport, UNIQUE } from './load-plan.ts';

const GRACE_SECONDS = 15;
const READ_BYTES = 65_536;

const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
const requests = plan.requests.map(toTemplate);
const latency = createHistogram();
let refused = 0;
let sent = 0;

const began = performance.now();
const deadline = began + plan.seconds * 1000;
setTimeout(
  () => fail(new Error('the server stopped answering')),
  (plan.seconds + GRACE_SECONDS) * 1000,
).unref();
await Promise.all(Array.from({ length: plan.connections }, repeat));
process.stdout.write(JSON.stringify(report()));

/** Sends on one connection until a bound is reached, then closes it. */
function repeat(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const reader = new AnswerReader();
  let sentAt = 0;
  const send = () => {
    const now = performance.now();
    if (sent >= plan.most || now >= deadline) return done();
    const request = requests[sent % requests.length];
    const due = plan.perSecond ? began + (sent / plan.perSecond) * 1000 : now;
    sent += 1;
    if (due > now) setTimeout(write, due - now, request);
    else write(request);
  };
  const write = (request: Template | undefined) => {
    sentAt = performance.now();
    socket.write(request?.() ?? '');
  };
  const done = () => {
    socket.removeListener('close', broken).destroy();
    resolve();
  };
  const read = (bytes: number, buffer: Uint8Array) => {
    if (reader.read(buffer as Buffer, bytes)) {
      latency.record(Math.max(1, Math.round((performance.now() - sentAt) * 1000)));
      if (reader.status < 200 || reader.status > 299) refused += 1;
      send();
    }
    return true;
  };
  const buffer = Buffer.alloc(READ_BYTES);
  const socket = connect({ port: plan.port, host: '127.0.0.1', onread: { buffer, callback: read } }, send);
  socket.setNoDelay(true).on('error', fail).on('close', broken);
  return promise;
}

/** Returns the bytes of a request for each time it is sent, with its placeholders replaced. */
type Template = () => Buffer;

function toTemplate(request: string): Template {
  const bytes = Buffer.from(request);
  const number = /\{1\.\.(\d+)\}/.exec(request);
  const [before = '', after = ''] = number ? request.split(number[0]) : [];
  const highest = Number(number?.[1]);
  const withNumber = () => Buffer.from(`${before}${1 + Math.floor(Math.random() * highest)}${after}`);
  const base = number ? withNumber : () => bytes;
  return request.includes(UNIQUE) ? () => withDigits(base()) : base;
}

/** A copy with digits that no other request has. */
function withDigits(request: Buffer): Buffer {
  const copy = Buffer.from(request);
  const digits = `${process.pid}-${sent}`.padStart(UNIQUE.length, '0').slice(-UNIQUE.length);
  copy.write(digits, copy.indexOf(UNIQUE), 'latin1');
  return copy;
}

function broken(): void {
  fail(new Error('the server closed a connection'));
}

function fail(error: Error): never {
  console.error(error.message);
  process.exit(1);
}

function report(): LoadReport {
  const { user, system } = process.cpuUsage();
  return {
    answers: latency.count,
    refused,
    seconds: (performance.now() - began) / 1000,
    p50: latency.percentile(50) / 1000,
    p99: latency.percentile(99) / 1000,
    cpuSeconds: (user + system) / 1e6,
  };
}
