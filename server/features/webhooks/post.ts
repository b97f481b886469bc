import { storable } from '../../shared/text/letters.ts';
import { type Allowed, makeAllowedLookup, requireAllowedHost } from './allowed-addresses.ts';

/** A receiver that is slower gets the message again. */
const PATIENCE_MS = 15_000;
const MOST_ANSWER_BYTES = 1000;
/** Responses of the statuses 100 to 199 before the answer; reading them without end would take a part of the processor. */
const MOST_INTERIM = 20;

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

export function makePost(allowed: Allowed): Post {
  return async (address, { headers, body }, stopped) => {
    const url = new URL(address);
    const isAllowed = allowed(url.protocol);
    requireAllowedHost(url, isAllowed);
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(PATIENCE_MS)]);
    const { request } = process.getBuiltinModule(url.protocol === 'http:' ? 'node:http' : 'node:https'); // importing it loads half of Node
    const { promise, resolve, reject } = Promise.withResolvers<Posted>();
    const sent = request(url, {
      method: 'POST',
      lookup: makeAllowedLookup(isAllowed),
      signal,
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    let isAnswered = false;
    const fail = (cause: Error) => isAnswered || reject(withoutAddress(cause));
    sent.on('error', fail);
    sent.once('close', () => fail(new Error('the receiver closed the connection without an answer')));
    let interim = 0;
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
  };
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
