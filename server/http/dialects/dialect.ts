import type { JsonSchema } from '../../../contract/json-schema.ts';
import type { FailureKey } from '../../errors.ts';
import type { AnswerKind, Route } from '../route.ts';
import type { Wording } from './wording.ts';

/** How results and failures are put into words for one family of clients, as data that the way out reads. */
export interface Dialect {
  /** Prefix of every path that is spoken to in this dialect, such as `/lin3`; '' for none. */
  readonly base: string;
  readonly words: Readonly<Record<Route['family'], Wording>>;
  /** The failures whose numeric code is another one than the error table's. */
  readonly codes: Partial<Record<FailureKey, number>>;
  /** The kinds of answers that are put otherwise than their routes say. */
  readonly forms: Partial<Record<AnswerKind, Form>>;
  /** Whether these clients keep the refresh token that a refresh answers. */
  readonly keepsNewRefreshTokens: boolean;
}

/** One kind of answer as a dialect's clients read it. */
interface Form {
  /** Query parameters that are taken where a request does not give them. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** The schema and the value, made from the route's own. */
  readonly schema: (answer: JsonSchema) => JsonSchema;
  readonly value: (answer: never) => unknown;
}
