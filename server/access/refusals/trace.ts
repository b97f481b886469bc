import { type AccessRule, wordsFor } from '../../definitions/access-rule.ts';
import type { AppError } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromOwnJson, type Json } from '../../shared/json.ts';
import type { Actor } from '../actor.ts';

/** The facts that decided a refusal, as they were then, without conditions and user names. */
export interface RefusalTrace {
  readonly failure: string;
  /** The rule of the route in words; null if no route was found. */
  readonly rule: Text | null;
  /** Keys of permissions; each of them would have met the rule that refused. */
  readonly missing: readonly string[];
  /** Ids of the actor's groups. */
  readonly groups: readonly string[];
}

/** Builds the trace of a refusal. */
export function traceOf(error: AppError, actor: Actor, rule: AccessRule | undefined): Json {
  const trace: RefusalTrace = {
    failure: error.key,
    rule: rule ? wordsFor(rule) : null,
    missing: error.missing,
    groups: actor.groupIds.map(String),
  };
  return fromOwnJson(toJson(trace));
}

/** Reads a stored trace. Throws if it cannot be read as one. */
export function readTrace(stored: unknown): RefusalTrace {
  const trace = stored as Partial<RefusalTrace> | null; // checked below
  const isTrace =
    typeof trace === 'object' &&
    trace !== null &&
    typeof trace.failure === 'string' &&
    Array.isArray(trace.missing) &&
    Array.isArray(trace.groups);
  if (!isTrace) throw new Error('a stored refusal is of an unknown form');
  return trace as RefusalTrace;
}
