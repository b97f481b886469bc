// What other features may use of this one.
export { type SourceEngine, SourceProblem, type SourceRecord, WrongArgument } from './engines/engine.ts';
export { openEngine as openSourceEngine } from './engines/open.ts';
