import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What clients keep a stream open for. A subscription of GraphQL follows the stream of changes for its client. */
export const STREAM_KINDS = ['changes', 'graphql'] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

const HEADER = 'x-quire-stream';
/** Known to this process alone: clients choose their headers. */
const FOR_GRAPHQL = randomUUID();

/** Headers of a request for the stream of changes that the server makes of itself, for a subscription. */
export const forSubscription: Readonly<Record<string, string>> = { [HEADER]: FOR_GRAPHQL };

/** What a stream is kept open for. */
export function streamKindOf(headers: IncomingHttpHeaders): StreamKind {
  return headers[HEADER] === FOR_GRAPHQL ? 'graphql' : 'changes';
}
