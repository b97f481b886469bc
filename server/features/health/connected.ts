import { type SignedIn, signedIn } from '../../access/sign-in/signed-in.ts';
import { STREAM_KINDS, type StreamKind } from '../../http/stream-kind.ts';
import type { Host } from '../../module/host.ts';
import type { OpenStream } from '../../module/open-stream.ts';
import { OtherWorkers } from '../../shared/system/other-workers.ts';

const OTHERS_WITHIN_MS = 2000;
/** The most streams that are listed. */
const MOST_SHOWN = 100;

/** The streams of one process, or of several. */
export interface Streams {
  readonly counts: Readonly<Record<StreamKind, number>>;
  /** The ones that were opened last. */
  readonly latest: readonly OpenStream[];
}

/** Who uses the server now. */
export interface Connected extends SignedIn {
  readonly streams: Streams;
}

/** Looks at who is connected: by sessions to all servers of the database, by streams to this one and its other workers. */
export class Connections {
  readonly #host: Host;
  readonly #others = new OtherWorkers('streams');

  constructor(host: Host) {
    this.#host = host;
    host.app.addHook('onListen', async () => this.#others.answer(async () => this.ofProcess()));
  }

  /** The streams of this process. */
  ofProcess(): Streams {
    const open = this.#host.streams.flatMap((list) => list());
    return {
      counts: countsOf((kind) => open.filter((one) => one.kind === kind).length),
      latest: newestOf(open),
    };
  }

  async all(): Promise<Connected> {
    const { store, settings } = this.#host;
    const told = (await this.#others.ask(OTHERS_WITHIN_MS)).filter(isTold);
    const streams = joined([this.ofProcess(), ...told]);
    return { ...(await signedIn(store.ownReads, settings.accessTokenTtl)), streams };
  }
}

function joined(all: readonly Streams[]): Streams {
  return {
    counts: countsOf((kind) => all.reduce((sum, { counts }) => sum + counts[kind], 0)),
    latest: newestOf(all.flatMap(({ latest }) => latest)),
  };
}

function countsOf(count: (kind: StreamKind) => number): Streams['counts'] {
  return Object.fromEntries(STREAM_KINDS.map((kind) => [kind, count(kind)])) as Streams['counts'];
}

const newestOf = (open: readonly OpenStream[]) =>
  open.toSorted((one, other) => other.since - one.since).slice(0, MOST_SHOWN);

/** A worker that hangs or ends tells nothing. */
function isTold(answer: unknown): answer is Streams {
  return typeof answer === 'object' && answer !== null && 'counts' in answer;
}
