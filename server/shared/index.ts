// Small tools that belong to no layer. Threads and quick commands import the files that they use.

export { Tally } from './counting/tally.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
export { ExactNumber, toJson } from './exact-json.ts';
export { fromJson, fromOwnJson, type Json, type JsonObject } from './json.ts';
export { lazy } from './lazy.ts';
export { type MaybePromise, whenKnown } from './maybe-promise.ts';
export { type Mistakes, withoutMistakes } from './mistakes.ts';
export { isNetwork, makeNetworkCheck } from './networks.ts';
export { deriveKeys } from './secrets/derived-keys.ts';
export { hashOf } from './secrets/hash-of.ts';
export type { Sealing } from './secrets/sealing.ts';
export { makeSeals } from './secrets/seals.ts';
export { startThread } from './system/children.ts';
export { openTempFolder } from './system/folders.ts';
export { quireCommand } from './system/how-to-call.ts';
export { type OptionalPackage, requireInstalled } from './system/optional-packages.ts';
export { foldCase } from './text/fold-case.ts';
export { guardFormulas, unguardFormulas } from './text/formulas.ts';
export { asLine } from './text/letters.ts';
export { asUserName, isSeenWhole } from './text/profiles.ts';
export {
  fromStoredTrace,
  readTraceparent,
  type Trace,
  toStoredTrace,
  toTraceparent,
} from './text/traceparent.ts';
export { suggestion } from './text/words.ts';
export { freeTurn, inTurns, isTurnOver } from './turn.ts';
