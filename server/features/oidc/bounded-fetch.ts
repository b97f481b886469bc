import { isLoopback } from '../../http/edge/request-head.ts';

/** How long a provider may take for one answer. */
export const TIMEOUT_MS = 5000;
const MAX_BYTES = 524_288;

type Options = Omit<RequestInit, 'body' | 'signal'> & { readonly signal?: AbortSignal | undefined };

/**
 * Fetches from a provider over TLS or, with `allowsHttp`, on this machine. Limits size and time of the answer, and follows no
 * redirects.
 */
export function boundedFetch(allowsHttp: boolean) {
  return async (address: string, { signal, ...options }: Options & { body?: unknown }): Promise<Response> => {
    const { protocol, hostname } = new URL(address);
    const isSafe = protocol === 'https:' || (allowsHttp && protocol === 'http:' && isLoopback(hostname));
    if (!isSafe) throw new Error(`${protocol}//${hostname} is not reached over TLS`);
    const inTime = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(address, {
      ...(options as RequestInit),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, inTime]) : inTime,
    });
    const { status, statusText, headers } = answer;
    const bytes = await readAtMost(answer);
    return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
  };
}

async function readAtMost({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`the answer has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
