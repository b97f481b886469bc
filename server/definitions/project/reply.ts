import type { Readable } from 'node:stream';

interface ReplyParts {
  /** 200 if left out. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
}

/** An answer that is not JSON. */
export class Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | Readable | undefined;

  constructor({ status = 200, headers = {}, body }: ReplyParts) {
    if (!Number.isInteger(status) || status < 200 || status > 399)
      throw new Error(
        `a reply has a status from 200 to 399, not ${status}: refuse(…) and notFound() answer failures`,
      );
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Answers text, bytes or a stream, or redirects: `reply({ status: 303, headers: { location: '/thanks' } })`. */
export function reply(parts: ReplyParts): Reply {
  return new Reply(parts);
}

/** The name of a file for the header `content-disposition`, so that browsers save the answer under it. */
export function asFile(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
