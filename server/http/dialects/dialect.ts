import type { JsonSchema } from '../../../contract/json-schema.ts';
import type { FailureKey } from '../../errors.ts';
import type { Message } from '../../messages/message.ts';
import type { AnswerKind, Route } from '../route.ts';
import type { Wording } from './wording.ts';

/** The form of results and failures for the clients of one base, as data. */
export interface Dialect {
  /** Prefix of the dialect's paths, such as `/lin3`; '' for none. */
  readonly base: string;
  readonly words: Readonly<Record<Route['bodyForm'], Wording>>;
  /** Numeric codes that differ from the error table's. */
  readonly codes: Partial<Record<FailureKey, number>>;
  /** HTTP statuses that differ from the error table's. */
  readonly statuses?: Partial<Record<FailureKey, number>>;
  /** Kinds of answers whose form differs from their route's. */
  readonly forms: Partial<Record<AnswerKind, Form>>;
  /** Whether failures in the form `content` list refused input field by field, beside the sentence. */
  readonly listsFields: boolean;
  /** Whether these clients replace their refresh token by the one that a refresh answers. */
  readonly keepsNewRefreshTokens: boolean;
  /** Whether these clients recognise permissions by their stored names, which must then stay untranslated. */
  readonly knowsPermissionsByName: boolean;
  /** Status and code of every successful write, for clients that know only one. */
  readonly success?: { readonly status: number; readonly code: number };
  /** Names of body members by those that older clients send, for some routes, named like `POST /cms/user/login`. */
  readonly olderNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Sentences of failures that differ from the table's. */
  readonly texts?: Readonly<Partial<Record<Route['bodyForm'], Partial<Record<FailureKey, Message>>>>>;
  /** What to do with query parameters that a route does not declare. Routes of records have the form `content`. */
  readonly unknownParameters: 'ignored' | 'left to each route' | 'refused by routes of records';
}

/** The form of one kind of answer. */
export interface Form {
  /** Defaults of query parameters. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Makes the schema from the route's own. Properties that it does not name are not sent. */
  readonly schema: (answer: JsonSchema) => JsonSchema;
  /** Makes the value from the route's own; absent if it stays the same. */
  readonly value?: (answer: unknown) => unknown;
}
