import { type Allowed, makeAllowedLookup, requireAllowedHost } from './allowed-addresses.ts';

/** A receiver that is slower gets the message again. */
const PATIENCE_MS = 15_000;
const MOST_ANSWER_BYTES = 1000;

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
      ...{ method: 'POST', lookup: makeAllowedLookup(isAllowed), signal, agent: false },
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    sent.once('error', reject);
    sent.once('response', async (response) => {
      try {
        const parts: Buffer[] = [];
        let bytes = 0;
        for await (const part of response as AsyncIterable<Buffer>) {
          parts.push(part);
          bytes += part.length;
          if (bytes >= MOST_ANSWER_BYTES) break; // leaving the loop closes the connection
        }
        const answer = Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES).toString('utf8');
        resolve({ status: response.statusCode ?? 0, answer: storable(answer) });
      } catch (cause) {
        reject(cause);
      }
    });
    sent.end(body);
    return promise;
  };
}

/** No engine stores a NUL in a text. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
