import type { Agent } from 'node:http';
import { storable } from '../../shared/text/letters.ts';
import {
  AddressRefused,
  type Allowed,
  type IsAllowed,
  makeAllowedLookup,
  requireAllowedHost,
} from './allowed-addresses.ts';

/** A receiver that is slower gets the message again. */
const PATIENCE_MS = 15_000;
const MOST_ANSWER_BYTES = 1000;
/** Responses of the statuses 100 to 199 before the answer; reading them without end would take a part of the processor. */
const MOST_INTERIM = 20;
/** How long an idle connection is kept, in milliseconds; many receivers close theirs after five seconds. */
const KEPT = { keepAlive: true, maxFreeSockets: 8, timeout: 4000 };

export interface Posted {
  readonly status: number;
  /** How the answer begins. */
  readonly answer: string;
}

/** Sends a text and answers what came back. Redirects are not followed: they are answers like any other. */
export type Post = (
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
) => Promise<Posted>;

type Message = Parameters<Post>[1];

interface Receiver {
  readonly url: URL;
  readonly isAllowed: IsAllowed;
  readonly signal: AbortSignal;
}

/** A connection that was kept, and that its receiver had closed. */
class Stale extends Error {}

export function makePost(allowed: Allowed): Post {
  const agentOf = makeAgents();
  return async (address, message, stopped) => {
    const url = new URL(address);
    const isAllowed = allowed(url.protocol);
    requireAllowedHost(url, isAllowed);
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(PATIENCE_MS)]);
    const receiver = { url, isAllowed, signal };
    return send(receiver, message, agentOf(url)).catch((cause: unknown) => {
      if (cause instanceof Stale) return send(receiver, message, false);
      throw cause;
    });
  };
}

function send(
  { url, isAllowed, signal }: Receiver,
  { headers, body }: Message,
  agent: Agent | false,
): Promise<Posted> {
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  const sent = protocolOf(url).request(url, {
    method: 'POST',
    lookup: makeAllowedLookup(isAllowed),
    signal,
    agent,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  });
  let isAnswered = false;
  let interim = 0;
  const fail = (cause: Error) =>
    isAnswered ||
    reject(sent.reusedSocket && interim === 0 && isCut(cause) ? new Stale() : withoutAddress(cause));
  sent.on('error', fail);
  sent.once('close', () => fail(new Error('the receiver closed the connection without an answer')));
  sent.once('socket', ({ remoteAddress }) => {
    if (!sent.reusedSocket) return;
    if (remoteAddress === undefined)
      sent.destroy(new Stale()); // a connection that was reset has no address
    // What was allowed when the connection began may not be any more.
    else if (!isAllowed(remoteAddress)) sent.destroy(new AddressRefused());
  });
  sent.on('information', () => {
    interim += 1;
    if (interim > MOST_INTERIM) sent.destroy(new Error('the receiver sent too many interim responses'));
  });
  sent.once('response', async (response) => {
    isAnswered = true;
    const status = response.statusCode ?? 0;
    resolve({ status, answer: await beginningOf(response) });
  });
  sent.end(body);
  return promise;
}

/** Importing them would load half of Node at the start. */
function protocolOf({ protocol }: URL) {
  return process.getBuiltinModule(protocol === 'http:' ? 'node:http' : 'node:https');
}

/** What keeps connections for the next messages to the same receiver, made when first needed. */
function makeAgents(): (url: URL) => Agent {
  const known = new Map<string, Agent>();
  return (url) => {
    const agent = known.get(url.protocol) ?? new (protocolOf(url).Agent)(KEPT);
    known.set(url.protocol, agent);
    return agent;
  };
}

function isCut({ code = '' }: Error & { code?: string }): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

/** What the network says of a connection, without the address that a name was resolved to. */
function withoutAddress(cause: Error & { syscall?: string; code?: string }): Error {
  const { syscall, code } = cause instanceof AggregateError ? cause.errors[0] : cause;
  return syscall === 'connect' || syscall === 'getaddrinfo'
    ? new Error(`the receiver cannot be reached: ${code}`)
    : cause;
}

/** As much of an answer as came. Its status has been given: how the rest ends changes nothing. */
async function beginningOf(response: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= MOST_ANSWER_BYTES) break; // leaving the loop closes the connection
    }
  } catch {} // broken off, or longer than the patience
  return storable(Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES).toString('utf8'));
}
