/**
 * Every failure that a client can be told, in one table: HTTP status, numeric code, and a safe sentence.
 * The texts are the product's own; the codes are those of the specification and of the Lin CMS family.
 */
const failures = {
  authenticationFailed: [401, 10000, '认证失败，请检查请求头或重新登录'],
  superRequired: [401, 10000, '只有超级管理员可以进行此操作'],
  permissionMissing: [401, 10000, '权限不足，请联系超级管理员'],
  accountInactive: [401, 10000, '账号已停用，请联系超级管理员'],
  notFound: [404, 10020, '请求的资源不存在'],
  userNotFound: [404, 10021, '用户不存在'],
  recordNotFound: [404, 10022, '记录不存在'],
  revisionNotFound: [404, 10020, '该记录没有这个历史版本'],
  firstGroupMissing: [404, 10023, '新用户的分组不存在'],
  groupNotFound: [404, 10024, '分组不存在'],
  sessionNotFound: [404, 10020, '会话不存在'],
  fileNotFound: [404, 10026, '文件不存在'],
  badParameters: [400, 10030, '参数错误'],
  rowsRefused: [400, 10034, '有些记录不能写入，全部未写入'],
  wrongCredentials: [401, 10031, '用户名或密码错误'],
  wrongPassword: [400, 10032, '原密码错误'],
  captchaWrong: [403, 10260, '验证码错误或已失效'],
  noFile: [400, 10033, '没有上传任何文件'],
  tokenInvalid: [422, 10040, '令牌无效，请重新登录'],
  refreshTokenInvalid: [422, 10040, '刷新令牌无效，请重新登录'],
  tokenExpired: [401, 10050, '令牌已过期'],
  refreshTokenExpired: [401, 10050, '刷新令牌已过期，请重新登录'],
  duplicate: [400, 10060, '已存在相同的记录'],
  notRestorable: [409, 10061, '不能恢复'],
  changedMeanwhile: [412, 10062, '记录已被修改，请重新读取后再试'],
  keyOfAnother: [422, 10063, '此 Idempotency-Key 已用于另一个请求'],
  refusedByHook: [400, 10064, '操作被拒绝'],
  stillReferenced: [403, 10070, '仍被其他记录引用，不能删除'],
  usernameTaken: [400, 10071, '用户名已被使用'],
  groupNameTaken: [403, 10072, '分组名已被使用'],
  rootGroupClosed: [403, 10073, '不能把用户加入超级管理员分组'],
  rootGroupKept: [403, 10074, '不能删除超级管理员分组'],
  guestGroupKept: [403, 10075, '不能删除游客分组'],
  emailTaken: [400, 10076, '邮箱已被使用'],
  memberGroupMissing: [404, 10077, '不能加入不存在的分组'],
  rootUserGroupsFixed: [403, 10078, '超级管理员的分组不能修改'],
  rootUserKept: [403, 10079, '超级管理员不能被删除'],
  rootUserActive: [403, 10070, '超级管理员不能被停用'],
  groupHasMembers: [403, 10027, '分组内仍有用户，不能删除'],
  methodNotAllowed: [405, 10080, '不支持该请求方法'],
  bodyTooLarge: [413, 10180, '请求体过大'],
  headersTooLarge: [431, 10180, '请求头过大'],
  fileTooLarge: [413, 10110, '单个文件过大'],
  filesTooLarge: [413, 10111, '文件总大小过大'],
  tooManyFiles: [413, 10121, '文件数量过多'],
  fileTypeRefused: [406, 10130, '不支持的文件类型'],
  imageUnreadable: [400, 10210, '图片已损坏或过大，无法生成缩略图'],
  rangeNotSatisfiable: [416, 10030, '请求的字节范围超出文件'],
  expectationFailed: [417, 10030, '不支持请求头 Expect 的要求'],
  tooManyRequests: [429, 10140, '请求过于频繁，请稍后再试'],
  permissionHeld: [403, 10230, '分组已拥有该权限'],
  permissionNotFound: [404, 10231, '权限不存在'],
  tooSlow: [408, 10030, '请求未在限定时间内完成'],
  overloaded: [503, 9999, '服务器繁忙，请稍后再试'],
  unavailable: [503, 9999, '服务暂时不可用，请稍后再试'],
  hookFailed: [500, 9999, '服务器内部错误，钩子'],
  unexpected: [500, 9999, '服务器内部错误'],
} as const satisfies Record<string, readonly [status: number, code: number, text: string]>;

export type FailureKey = keyof typeof failures;

/** What is wrong with input, in sentences by field; a sentence about the whole of it stands under ''. */
export type Problems = Readonly<Record<string, string>>;

interface FailureDetails {
  /** Completes the sentence that the client reads: the offending fields, a count. */
  readonly detail?: string;
  /** Why, for the audit log and for administrators; never sent. */
  readonly reason?: string;
  readonly problems?: Problems;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Thrown where a setting, a definition or the tables stand in the way of a start: names which, what is wrong, and what is allowed. */
export class CannotStart extends Error {}

/** The one error that handlers throw. What is not an AppError reaches the client as `unexpected`. */
export class AppError extends Error {
  readonly key: FailureKey;
  readonly status: number;
  readonly code: number;
  readonly text: string;
  readonly reason: string | undefined;
  /** Empty where the failure is none of single fields. */
  readonly problems: Problems;
  readonly headers: Readonly<Record<string, string>>;

  constructor(key: FailureKey, { detail, reason, problems = {}, headers = {}, cause }: FailureDetails = {}) {
    const [status, code, sentence] = failures[key];
    super(reason ?? key, { cause });
    this.name = 'AppError';
    this.key = key;
    this.status = status;
    this.code = code;
    this.text = detail === undefined ? sentence : `${sentence}：${detail}`;
    this.reason = reason;
    this.problems = problems;
    this.headers = headers;
  }
}

/** Bad input, told field by field: `{ title: '不能超过 50 个字符' }`. */
export function badParameters(problems: Problems): AppError {
  const told = Object.entries(problems).map(([field, problem]) => (field ? `${field} ${problem}` : problem));
  return new AppError('badParameters', { detail: told.join('；'), problems });
}
