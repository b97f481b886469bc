import { Readable } from 'node:stream';
import type { Actor, Admission } from '../../access/index.ts';
import type { OpenStream } from '../../module/open-stream.ts';
import type { FeedPosition, Rights } from '../../records/index.ts';
import type { IsAskedFor } from './change-query.ts';

/** How much of the stream waits for its reader at most, beside what one round adds. */
const MOST_WAITING_BYTES = 16_384;

export interface ListenerParts {
  readonly admission: Admission;
  /** What tells its caller from others: the same credentials from the same address. */
  readonly credentials: string;
  /** What an operator is told of it. */
  readonly told: OpenStream;
  readonly isWanted: IsAskedFor;
  /** What tells its question from those of others. */
  readonly asked: string;
  readonly position: FeedPosition;
  /** Called when the reader has room again. */
  readonly wake: () => void;
}

/** Who listens, with their present rights. */
export interface Caller {
  readonly actor: Actor;
  readonly rights: Rights;
}

/** One open stream of changes. It takes nothing while its reader takes nothing, so a slow reader lags and costs no memory. */
export class Listener extends Readable {
  readonly credentials: string;
  readonly told: OpenStream;
  readonly isWanted: IsAskedFor;
  readonly asked: string;
  /** Up to where it has got changes. */
  position: FeedPosition;
  hasRoom = true;
  readonly #admission: Admission;
  readonly #wake: () => void;

  constructor({ admission, credentials, told, isWanted, asked, position, wake }: ListenerParts) {
    super({ highWaterMark: MOST_WAITING_BYTES });
    this.#admission = admission;
    this.credentials = credentials;
    this.told = told;
    this.isWanted = isWanted;
    this.asked = asked;
    this.position = position;
    this.#wake = wake;
  }

  override _read(): void {
    if (this.hasRoom) return;
    this.hasRoom = true;
    this.#wake();
  }

  send(text: string | Buffer): void {
    if (!this.destroyed) this.hasRoom = this.push(text);
  }

  /** Ends the stream; what it got so far is still sent. */
  end(): void {
    if (!this.readableEnded && !this.destroyed) this.push(null);
  }

  /** The caller as they are now; undefined if they are no longer let in. */
  async caller(): Promise<Caller | undefined> {
    try {
      const admission = await this.#admission.again();
      const actor = await admission.identify();
      return { actor, rights: admission.rightsOf(actor) };
    } catch {
      return undefined; // whatever it is, opening the stream again tells it
    }
  }
}
