import type { Answer } from './answers.ts';

/** A refusal of the server, with its code and message. */
export class QuireError extends Error {
  readonly status: number;
  readonly code: number;
  /** Problems of the input by the path of each field; '' is the whole input. Only routes of records send it. */
  readonly fields: Readonly<Record<string, FieldProblem>>;
  /** The words of a hook that refused it. */
  readonly reason: string | undefined;
  /** For many writes: the refused ones, with their problems. */
  readonly items: readonly RefusedItem[];
  /** The id of the request, by which the server explains a refusal; undefined where the page may not read it. */
  readonly requestId: string | undefined;

  constructor(status: number, body: Answer, requestId?: string) {
    super(String(body.message ?? body.msg ?? ''));
    this.name = 'QuireError';
    this.status = status;
    this.code = Number(body.code ?? body.error_code ?? 0);
    this.fields = (body.fields ?? {}) as Readonly<Record<string, FieldProblem>>;
    this.reason = body.reason === undefined ? undefined : String(body.reason);
    this.items = (body.items ?? []) as readonly RefusedItem[];
    this.requestId = requestId;
  }
}

/** The problem of one field: a stable code, a message in the requested language, and the allowed values. */
export interface FieldProblem {
  readonly code: string;
  readonly message: string;
  readonly allowed?: unknown;
  /** How many values are allowed, if `allowed` names the first of them only. */
  readonly allowed_count?: number;
}

export interface RefusedItem {
  readonly index: number;
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly fields: Readonly<Record<string, FieldProblem>>;
  readonly reason?: string;
}
