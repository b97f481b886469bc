import type { Answer } from './answers.ts';

/** A refusal of the server, with its code and message. */
export class QuireError extends Error {
  readonly status: number;
  readonly code: number;
  /** The kind of failure, such as `urn:quire:error:changedMeanwhile`; undefined from a base other than `/api`. */
  readonly type: string | undefined;
  /** Problems of the input by the path of each field; '' is the whole input. On `/`, only routes of collections send them. */
  readonly fields: Readonly<Record<string, FieldProblem>>;
  /** The words of a hook that refused it. */
  readonly reason: string | undefined;
  /** For many writes: the refused ones, with their problems. */
  readonly items: readonly RefusedItem[];
  /** The id of the request, by which the server explains a refusal; undefined where the page may not read it. */
  readonly requestId: string | undefined;

  constructor(status: number, body: Answer, requestId?: string) {
    super(sentenceOf(body));
    this.name = 'QuireError';
    this.status = status;
    this.code = Number(body.code ?? body.error_code ?? 0);
    this.type = body.type === undefined ? undefined : String(body.type);
    this.fields = fieldsOf(body);
    this.reason = body.reason === undefined ? undefined : String(body.reason);
    this.items = ((body.items ?? []) as readonly Answer[]).map(itemOf);
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

/** What a problem says of one field; where the field is stands in one of its first three members. */
interface ProblemEntry extends Omit<FieldProblem, 'message'> {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly detail: string;
}

/** The sentence of a failure, or those of a problem. */
function sentenceOf({ message, msg, title, detail }: Answer): string {
  return String(message ?? msg ?? [title, detail].filter((one) => one !== undefined).join(': '));
}

/** The problems of the input, which `/api` lists with a pointer to each field. */
function fieldsOf({ fields, errors }: Answer): Readonly<Record<string, FieldProblem>> {
  if (errors === undefined) return (fields ?? {}) as Readonly<Record<string, FieldProblem>>;
  const entries = (errors as readonly ProblemEntry[]).map(
    ({ pointer, parameter, header, detail, ...about }) => [
      parameter ?? header ?? pathOf(pointer ?? ''),
      { ...about, message: detail },
    ],
  );
  return Object.fromEntries(entries);
}

/** The path that a JSON pointer names: `blocks.0.text` for `#/blocks/0/text`. */
function pathOf(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

function itemOf(item: Answer): RefusedItem {
  return { ...item, message: sentenceOf(item), fields: fieldsOf(item) } as unknown as RefusedItem;
}
