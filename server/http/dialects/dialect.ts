import type { JsonSchema } from '../../../contract/json-schema.ts';
import type { Language } from '../../messages/languages.ts';
import type { AnswerKind } from '../route.ts';
import type { Bodies, FailureTable } from './bodies.ts';

/** The form of results and failures for the clients of one base, as data. */
export interface Dialect extends FailureTable {
  /** Prefix of the dialect's paths, such as `/lin3`; '' for none. */
  readonly base: string;
  readonly bodies: Bodies;
  /** Whether only clients of the Lin CMS family use it, which know nothing of some routes. */
  readonly isForLin?: true;
  /** The language of answers to requests without Accept-Language, if that is not the server's. */
  readonly language?: Language;
  /** Kinds of answers whose form differs from their route's. */
  readonly forms: Partial<Record<AnswerKind, Form>>;
  /** The form of every other answer, made from the route's schema. Properties that it does not name are not sent. */
  readonly answerForm?: (answer: JsonSchema) => JsonSchema;
  /** Whether writes of one record answer the record, unless the request prefers none. */
  readonly answersRecords?: true;
  /** Whether its clients know properties by their older names, `olderName` in schemas. */
  readonly hasOlderWords?: true;
  /** Whether these clients replace their refresh token by the one that a refresh answers. */
  readonly keepsNewRefreshTokens: boolean;
  /** Whether these clients recognise permissions by their stored names, which must then stay untranslated. */
  readonly knowsPermissionsByName: boolean;
  /** Names of body members by those that older clients send, for some routes, named like `POST /cms/user/login`. */
  readonly olderNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What to do with query parameters that a route does not declare. Routes of collections have the form `content`. */
  readonly unknownParameters: 'ignored' | 'left to each route' | 'refused by routes of collections';
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
