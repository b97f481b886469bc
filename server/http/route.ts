import type { IncomingHttpHeaders } from 'node:http';
import type { JsonSchema } from '../../contract/json-schema.ts';
import type { Door } from '../access/door.ts';
import type { Client } from '../access/sessions.ts';
import type { AccessRule } from '../definitions/access-rule.ts';

/** What a handler is given of a request: already checked against the route's schemas. */
export interface Input {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The stream itself where the route accepts something else than JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly from: Client;
  readonly headers: IncomingHttpHeaders;
}

/** Answers that not every dialect puts in the same form: a page of content, a page of the log. */
export type AnswerKind = 'contentPage' | 'logPage';

/** One route, as data. A route without an access rule stops the start. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without a base and without a trailing slash, such as `/cms/user/:id`. */
  readonly path: string;
  readonly access: AccessRule;
  readonly summary: string;
  readonly tag: string;
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema;
  /** The shape of a successful answer; what it does not name is not sent. Absent where the route answers a Written. */
  readonly answer?: JsonSchema;
  readonly kind?: AnswerKind;
  /** What is answered tells of each of many items. */
  readonly tellsItems?: true;
  /** The media type of the body and of a successful answer, where that is not JSON. */
  readonly accepts?: 'multipart/form-data' | '*/*';
  readonly produces?: string;
  /** Which errors' and writes' body the specification gives the route: `cms` or `content`. */
  readonly family: 'cms' | 'content';
  /** What the log says of a success, such as `{user.username} 查看了 {request.path}`. A read is logged only where it has one. */
  readonly log?: string;
  /** The answer follows from the URL and the rows that the caller may see, from nothing else; so it may be remembered. */
  readonly isRecallable?: true;
  /** The answer is one row: where no parameter asks for another form of it, it has an ETag. */
  readonly isTagged?: true;
  /** Takes an Idempotency-Key. */
  readonly isRepeatable?: true;
  /** Answered also while all else is refused because there is too much of it. */
  readonly isAlwaysAnswered?: true;
  /** Answers what is sent, a Written, or Bytes. */
  readonly handle: (door: Door, input: Input) => Promise<unknown>;
}
