// What stands at the edge, for the pipeline.

export { addBodyParsers, streamJson } from './bodies.ts';
export { answerBrokenHttp, takeEveryRequest } from './broken-http.ts';
export { type CallerBounds, type CountOfCaller, makeCountOfCaller } from './caller-rate.ts';
export { addOptionsHeaders, allowOrigins, letPagesReadFailures, type Origins } from './cors.ts';
export type { makeFailureHandler } from './failures.ts';
export { openGates, recordsIn } from './gates.ts';
export { hangUpOf } from './hang-up.ts';
export { closeUnread, headLimits, type Limits } from './limits.ts';
export { refuseOtherMethods } from './other-methods.ts';
export { refuseOverload } from './overload.ts';
export { boundPipelining } from './pipelining.ts';
export {
  addressOf,
  type HostNames,
  isBelow,
  languageOf,
  makeHostCheck,
  makeRequestIds,
  pathOf,
  problemOf,
  sendRequestId,
  trustedProxies,
  variesByLanguage,
  varyBy,
} from './request-head.ts';
export { type LogFormat, openLog } from './request-log.ts';
