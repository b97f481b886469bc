import { fromText } from '../../shared/exact-json.ts';
import { pauseFor } from './pause.ts';
import { queryOf } from './query.ts';
import { QuireError } from './quire-error.ts';
import type { Id } from './shapes.ts';

/** Which changes are followed, and from where on; from now on by default. */
export interface WatchRequest {
  /** Only of these collections, by name. */
  readonly collections?: readonly string[];
  /** Only of this record, of one collection. */
  readonly id?: Id;
  /** Only changes after this `cursor`. */
  readonly after?: string;
  /** Only changes since this time, in milliseconds since 1970. */
  readonly since?: number;
  /** Ends the watch. */
  readonly signal?: AbortSignal;
}

/** A change of a record that the caller may see; `entered` and `left`: the change made the record visible to them, or hid it. */
export interface RecordChange {
  readonly cursor: string;
  readonly event: 'created' | 'updated' | 'deleted' | 'restored' | 'entered' | 'left';
  /** Set if it was done by publishing or unpublishing a draft. */
  readonly decision?: 'publish' | 'unpublish';
  readonly collection: string;
  readonly id: Id;
  /** Set if the draft was changed, not the published record. */
  readonly version?: 'draft';
  readonly time: number;
  /** Whether the caller made it. */
  readonly own: boolean;
  /** The fields that were changed, as far as the caller may see them. */
  readonly fields?: readonly string[];
}

/** How a stream is opened: with these parameters, and behind this event. */
type OpenStream = (
  query: [string, string][],
  last: string | undefined,
  signal: AbortSignal | undefined,
) => Promise<Response>;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Changes as they happen. A stream that ends or breaks is opened again behind the last event that came. */
export async function* watchChanges(open: OpenStream, request: WatchRequest): AsyncGenerator<RecordChange> {
  const { collections, signal, ...rest } = request;
  const query = queryOf({ ...rest, collection: collections });
  let last: string | undefined;
  let pause = FIRST_PAUSE_MS;
  while (!signal?.aborted) {
    try {
      const stream = await open(query, last, signal);
      for await (const { id, data } of framesOf(stream)) {
        pause = FIRST_PAUSE_MS;
        last = id ?? last;
        if (data !== undefined) yield toChange(last ?? '', data);
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof QuireError && error.status < 500 && error.status !== 429) throw error;
    }
    await pauseFor(pause, signal);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

function toChange(cursor: string, data: string): RecordChange {
  const change = fromText(data) as Omit<RecordChange, 'cursor'>;
  return { ...change, cursor, id: String(change.id) };
}

interface Frame {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** The frames of a stream of server-sent events, as this server writes them: each field on one line. */
async function* framesOf({ body }: Response): AsyncGenerator<Frame> {
  const reader = body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const frames = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) yield { id: fieldIn(frame, 'id'), data: fieldIn(frame, 'data') };
    }
  } finally {
    await reader.cancel().catch(() => {}); // a stream that broke is closed already
  }
}

function fieldIn(frame: string, name: string): string | undefined {
  const line = frame.split('\n').find((one) => one.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}
