import type { IncomingHttpHeaders } from 'node:http';
import { Type } from '../../../contract/json-schema.ts';
import { type Actor, callerOf, type Door, networkOf } from '../../access/index.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { Bytes, type Cursors, type Route, route, streamKindOf } from '../../http/index.ts';
import type { OpenStream } from '../../module/open-stream.ts';
import type { FeedPosition } from '../../records/changes/note-changes.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { changePage, startOf } from './change-page.ts';
import { type ChangeQuery, changeQuery, changeSchema, readWanted } from './change-query.ts';
import type { Listeners } from './listeners.ts';
import { message } from './messages/message.ts';

export interface ChangeParts {
  readonly store: RecordStore;
  readonly cursors: Cursors;
  readonly listeners: Listeners;
}

/** The changes of all collections that the caller may see, in the order of their commits. */
export function changeRoutes(parts: ChangeParts): Route[] {
  const { store, cursors } = parts;
  return [
    route({
      method: 'GET',
      path: '/v1/changes',
      access: everyone, // what a caller may see is decided for each change
      summary: message('changesSummary'),
      tag: message('changesTag'),
      query: changeQuery,
      headers: Type.Object({
        'last-event-id': Type.Optional(Type.String({ maxLength: 100, about: message('changesAfter') })),
      }),
      answer: Type.Object({
        items: Type.Array(changeSchema),
        next: Type.String({ about: message('changesNext') }),
        more: Type.Boolean({ about: message('changesMore') }),
      }),
      event: changeSchema,
      handle: (door, { query, headers, from }) =>
        headers.accept?.includes(STREAM)
          ? openStream(parts, door, { query, headers, address: from.address })
          : changePage(store, door, { query, cursors }),
    }),
  ];
}

const STREAM = 'text/event-stream';
const STREAM_HEADERS = {
  'content-type': `${STREAM}; charset=utf-8`,
  'cache-control': 'no-store, no-transform', // what compresses answers may hold events back
  'x-accel-buffering': 'no', // as does nginx
};

interface StreamRequest {
  readonly query: ChangeQuery;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

async function openStream(
  { store, cursors, listeners }: ChangeParts,
  { admission }: Door,
  { query, headers, address }: StreamRequest,
): Promise<Bytes> {
  const actor = await admission.identify();
  const isWanted = readWanted(store, admission.rightsOf(actor), query);
  if (admission.method === 'HEAD') return new Bytes(200, STREAM_HEADERS);
  await store.changes.order();
  const position = await streamStart(store, query, { cursors, last: headers['last-event-id'] });
  await store.changes.after(position, 1); // refuses a place that is gone
  const asked = JSON.stringify([query.collection, query.id]);
  const callers = [callerOf(actor, address), networkOf(address)];
  const credentials = JSON.stringify([headers.authorization, address]);
  const told = toldOf(actor, { headers, address });
  const listener = listeners.open({ admission, credentials, told, isWanted, asked, position }, callers);
  return new Bytes(200, STREAM_HEADERS, listener);
}

/** What an operator is told of a stream. */
function toldOf(
  { id, username, key, impersonator }: Actor,
  { headers, address }: Pick<StreamRequest, 'headers' | 'address'>,
): OpenStream {
  return {
    kind: streamKindOf(headers),
    user: id === 0n ? null : { id: String(id), username },
    key: key?.name ?? null,
    impersonator: impersonator?.username ?? null,
    network: networkOf(address),
    since: Date.now(),
  };
}

/** A stream begins behind the last event that its reader had; without one, as a page would, or now. */
function streamStart(
  store: RecordStore,
  query: ChangeQuery,
  { cursors, last }: { readonly cursors: Cursors; readonly last: unknown },
): FeedPosition | Promise<FeedPosition> {
  if (typeof last === 'string' && last !== '') return cursors.read(last, 'Last-Event-ID');
  const isNow = query.after === undefined && query.since === undefined;
  return isNow ? store.changes.end() : startOf(store, query, cursors);
}
