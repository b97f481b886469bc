import type { StreamKind } from '../http/stream-kind.ts';

/** A stream that a client of this process keeps open: plain data, which one process can send to another. */
export interface OpenStream {
  readonly kind: StreamKind;
  /** Who listens; null for a caller without a token. */
  readonly user: { readonly id: string; readonly username: string } | null;
  /** The name of the API key, or of the app, that listens for the user; null if they do it themselves. */
  readonly key: string | null;
  /** Who sees the server as this user; null if the user asks. */
  readonly impersonator: string | null;
  readonly network: string;
  /** When it was opened, in milliseconds since 1970. */
  readonly since: number;
}

/** The streams that a module keeps open in this process. */
export type ListStreams = () => readonly OpenStream[];
