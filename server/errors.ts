import { isMessage, type Message, message, render, type Text } from './messages/message.ts';
import type { failures as sentences } from './messages/zh/failures.ts';

/**
 * The core's failures: the HTTP status, as clients of `/api` get it, and the numeric code, that of the specification and of the
 * Lin CMS family. Statuses that differ on other bases are in `http/dialects/`; the sentences are in
 * `messages/<language>/failures.ts`. A feature's own failures stand with the feature, by `failuresWith`.
 */
const failures = {
  authenticationFailed: [401, 10000],
  superRequired: [403, 10000],
  permissionMissing: [403, 10000],
  keyTooNarrow: [403, 10000],
  accountInactive: [403, 10000],
  accountAwaitsApproval: [403, 10000],
  beyondOwnRights: [403, 10280],
  approvalNeeded: [409, 10281],
  ownRequest: [403, 10282],
  secondFactorRequired: [401, 10300],
  secondFactorWrong: [401, 10301],
  reauthenticationRequired: [403, 10302],
  secondFactorMissing: [403, 10303],
  factorExists: [409, 10304],
  passkeysNotSetUp: [409, 10305],
  passkeyKnown: [409, 10306],
  factorUnreadable: [409, 10307],
  linkInvalid: [403, 10270],
  attemptInvalid: [403, 10292],
  identityTaken: [409, 10294],
  logoutTokenInvalid: [400, 10295],
  reviewNeeded: [409, 10312],
  notFound: [404, 10020],
  userNotFound: [404, 10021],
  recordNotFound: [404, 10022],
  revisionNotFound: [404, 10020],
  changesGone: [410, 10028],
  firstGroupMissing: [422, 10023],
  groupNotFound: [404, 10024],
  sessionNotFound: [404, 10020],
  fileNotFound: [404, 10026],
  malformedRequest: [400, 10030],
  contentTypeRefused: [415, 10030],
  badParameters: [422, 10030],
  recordsRefused: [422, 10034],
  wrongCredentials: [401, 10031],
  wrongPassword: [422, 10032],
  captchaWrong: [422, 10260],
  foreignPage: [403, 10261],
  keyNetworkRefused: [403, 10262],
  serviceUserPassword: [403, 10263],
  onlyImpersonated: [403, 10266],
  tokenInvalid: [401, 10040],
  refreshTokenInvalid: [401, 10100],
  tokenExpired: [401, 10050],
  refreshTokenExpired: [401, 10100],
  duplicate: [409, 10060],
  notRestorable: [409, 10061],
  changedMeanwhile: [412, 10062],
  keyOfAnother: [422, 10063],
  keyOfEarlier: [422, 10066],
  refusedByHook: [422, 10064],
  tableRefused: [422, 10067],
  otherCount: [409, 10065],
  stillReferenced: [409, 10070],
  usernameTaken: [409, 10071],
  groupNameTaken: [409, 10072],
  rootGroupClosed: [403, 10073],
  emailTaken: [409, 10076],
  memberGroupMissing: [422, 10077],
  rootUserKept: [403, 10079],
  rootUserActive: [403, 10070],
  methodNotAllowed: [405, 10080],
  bodyTooLarge: [413, 10180],
  headersTooLarge: [431, 10180],
  encodingRefused: [415, 10030],
  expectationFailed: [417, 10030],
  tooManyRequests: [429, 10140],
  permissionHeld: [409, 10230],
  partNotInstalled: [501, 9999],
  tooSlow: [408, 10030],
  searchNotReady: [503, 10029],
  storageUnavailable: [503, 10119],
  overloaded: [503, 9999],
  outcomeUnknown: [503, 10120],
  unavailable: [503, 9999],
  tableChanged: [503, 10068],
  hookFailed: [500, 9999],
  valueUnfit: [503, 9999],
  unexpected: [500, 9999],
} as const satisfies Record<keyof typeof sentences, readonly [status: number, code: number]>;

/** The key of a failure of the core. */
export type FailureKey = keyof typeof failures;

/** What the older bases answer in place of status and code. */
interface OlderForm {
  /** The status on all of them. */
  readonly status?: number;
  /** The code on `/lin2`, whose clients know few. */
  readonly lin2?: number;
}

interface FailureForm {
  /** The HTTP status on `/api`. */
  readonly status: number;
  readonly code: number;
  readonly older?: OlderForm;
  /** What the author of a client does about it, for the page of errors. */
  readonly advice?: string;
}

/** A failure that a client can meet. */
export interface Failure extends FailureForm {
  readonly key: string;
  readonly sentence: Text;
  /** Whether it is of a plug-in or a project. */
  readonly isOwn?: true;
}

/** Failures by their keys. */
export type Failures = Readonly<Record<string, Failure>>;

/** Describes the failures of a feature, whose sentences are its messages of the same keys. */
export function failuresWith<Key extends string>(
  sentenceOf: (key: Key) => Message,
  declared: Readonly<Record<Key, Required<Pick<FailureForm, 'advice'>> & FailureForm>>,
): Readonly<Record<Key, Failure>> {
  const all = Object.entries<FailureForm>(declared).map(([name, form]) => {
    const key = name as Key; // its names are its type
    return [key, { ...form, key, sentence: sentenceOf(key) }];
  });
  return Object.fromEntries(all) as Record<Key, Failure>; // one for each key
}

/** The failures of the core. */
export const coreFailures = Object.fromEntries(
  Object.entries(failures).map(([key, [status, code]]) => {
    const known = key as FailureKey; // a key of the table
    return [key, { key, status, code, sentence: message(known) }];
  }),
) as Readonly<Record<FailureKey, Failure>>;

/** Problems of input by the path of each field; a problem of the whole input has the path ''. */
export type Problems = Readonly<Record<string, Text>>;

interface FailureDetails {
  /** Completes the sentence that the client reads: the offending fields, a count. */
  readonly detail?: Text | undefined;
  /** Why, for the audit log and for administrators; never sent. */
  readonly reason?: Message | undefined;
  /** Keys of permissions, each of which would have sufficed; for the audit log, never sent. */
  readonly missing?: readonly string[];
  readonly problems?: Problems;
  /** The text of the hook that refused it. */
  readonly refusal?: Text | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The user whose account was tried, for the audit log; never sent. */
  readonly account?: bigint | null | undefined;
  readonly cause?: unknown;
}

/** Thrown when a setting, a definition or the tables prevent a start. Names the place, the problem and what is allowed. */
export class CannotStart extends Error {
  /** Each mistake in words of its own. */
  readonly problems: readonly string[];

  constructor(problem: string | readonly string[], options?: ErrorOptions) {
    const problems = [problem].flat();
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/** The one error that handlers throw. Any other error reaches the client as `unexpected`. */
export class AppError extends Error {
  readonly failure: Failure;
  readonly key: string;
  readonly status: number;
  readonly code: number;
  /** The sentence of the table, with the detail; rendered where the caller's language is known. */
  readonly text: Text;
  readonly detail: Text | undefined;
  readonly reason: Message | undefined;
  readonly missing: readonly string[];
  /** Empty unless the failure is about particular fields. */
  readonly problems: Problems;
  readonly refusal: Text | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** May be added where the error is caught. */
  account: bigint | undefined;

  constructor(
    what: FailureKey | Failure,
    {
      detail,
      reason,
      missing = [],
      problems = {},
      refusal,
      headers = {},
      account,
      cause,
    }: FailureDetails = {},
  ) {
    const failure = typeof what === 'string' ? coreFailures[what] : what;
    const { key, status, code, sentence } = failure;
    const text = detail === undefined ? sentence : message('sentenceAndDetail', { sentence, detail });
    super(reason || detail !== undefined ? render(reason ?? text, 'en') : key, { cause });
    this.name = 'AppError';
    this.failure = failure;
    this.key = key;
    this.status = status;
    this.code = code;
    this.text = text;
    this.detail = detail;
    this.reason = reason;
    this.missing = missing;
    this.problems = problems;
    this.refusal = refusal;
    this.headers = headers;
    this.account = account ?? undefined;
  }

  /** The same failure, for clients that know the fields of its problems by other paths. */
  withPaths(pathOf: (path: string) => string): AppError {
    const entries = Object.entries(this.problems).map(([path, text]) => [pathOf(path), text]);
    const problems: Problems = Object.fromEntries(entries);
    const isList = isMessage(this.detail) && this.detail.key === 'problemList';
    const detail = isList ? listOf(problems) : this.detail;
    return new AppError(this.failure, { ...this, cause: this.cause, problems, detail });
  }
}

/** Whether an error refuses the request, unlike an error of the server itself. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500;
}

/** Bad input, field by field: `{ title: message('tooLong', { max: 50 }) }`. */
export function badParameters(problems: Problems): AppError {
  return refusedInput('badParameters', problems);
}

/** A request that its route cannot read: broken JSON, or a parameter or header of the wrong form. */
export function malformedRequest(problems: Problems): AppError {
  return refusedInput('malformedRequest', problems);
}

/** A body whose Content-Type its route does not take. */
export function contentTypeRefused(problem: Text): AppError {
  return refusedInput('contentTypeRefused', { 'Content-Type': problem });
}

function refusedInput(key: FailureKey, problems: Problems): AppError {
  return new AppError(key, { detail: listOf(problems), problems });
}

function listOf(problems: Problems): Message {
  const all = Object.entries(problems).map(([field, problem]) =>
    field ? message('fieldProblem', { field, problem }) : problem,
  );
  return message('problemList', { problems: all });
}

/** The refusal of what exceeds a limit for the moment. */
export function tooManyRequests(): AppError {
  return new AppError('tooManyRequests', { headers: { 'retry-after': '5' } });
}
