// What answers are made with.

export { answerSchemasOf } from './answer-schemas.ts';
export { conditionHeaders, etagOf, isConditional, isKnown, requireConditions } from './etag.ts';
export { AnswerCache, sendAnswer, sendBytes, sendReady, sendRecord, sendText } from './send-answer.ts';
export type { CompileSerialiser } from './serialising.ts';
export {
  type HashRequest,
  headersOf,
  preferHeader,
  preferringRecord,
  prefersRecord,
  refuseKey,
  repeatableOf,
  takesPreferences,
  writeHeaders,
} from './write-headers.ts';
