import { shown } from '../../../definitions/checks/options.ts';
import type { Hook, HookEvent } from '../../../definitions/hooks.ts';
import { refusalOf } from '../../../definitions/refuse.ts';
import { AppError } from '../../../errors.ts';
import type { RecordsPlace } from '../../scope/collections-place.ts';
import { RecordsScope } from '../../scope/collections-scope.ts';
import { inTime } from '../../scope/in-time.ts';
import type { WriteContext } from '../../store/write-context.ts';

/** The deepest chain of hooks that cause each other. */
const MOST_DEEP = 10;

/** One call of a hook. */
export interface HookCall {
  /** What messages call it. */
  readonly name: string;
  readonly hook: Hook;
  readonly context: WriteContext;
  readonly place: RecordsPlace;
  readonly withinMs: number;
  /** Whether an error makes the transaction run again. */
  isPassedOn(error: unknown): boolean;
  /** Reads its answer, as a part of the hook. */
  readonly read?: (answer: unknown) => unknown;
}

/**
 * Runs a hook with what it is `about`. Throws its refusal as this server's error, and any other error as `hookFailed`, which
 * names the hook. Errors that make the transaction run again pass unchanged.
 */
export async function runHook(
  { name, hook, context, place, withinMs, read, isPassedOn }: HookCall,
  about: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (depthOf(context) > MOST_DEEP)
    throw hookFailed(name, new Error('hooks cause each other without an end'));
  const scope = new RecordsScope(place);
  const { actor, requestId, now } = context;
  const former = 'record' in about && { row: about.record }; // its name before 0.3
  const event: HookEvent = { ...about, ...former, actor, requestId, time: now, records: scope.records };
  try {
    const answer = await inTime(hook(event as never), withinMs); // its author types it by the fields of its collection
    await scope.close();
    return await read?.(answer);
  } catch (error) {
    await scope.close().catch(() => {}); // what the hook itself threw says more
    throw isPassedOn(error) ? error : toAppError(name, error);
  }
}

/** What a hook writes is recorded under the user who caused it, without checking that user's rights. */
export function causedBy(context: WriteContext): WriteContext {
  const { actor, requestId, now } = context;
  return {
    actor,
    requestId,
    now,
    caused: { depth: depthOf(context) + 1, later: context.caused?.later ?? [] },
  };
}

/** How many hooks have led to this context. */
export function depthOf({ caused }: WriteContext): number {
  return caused?.depth ?? 0;
}

function toAppError(name: string, error: unknown): AppError {
  const refusal = refusalOf(error, `hook ${name}`);
  if (refusal) return refusal;
  const explainsItself =
    error instanceof AppError &&
    (error.status >= 500 || error.key === 'refusedByHook' || error.failure.isOwn === true);
  return explainsItself ? error : hookFailed(name, error);
}

function hookFailed(name: string, thrown: unknown): AppError {
  const cause = thrown instanceof Error ? thrown : new Error(`it threw ${shown(thrown)}`);
  return new AppError('hookFailed', { detail: name, cause: new Error(`hook ${name} failed`, { cause }) });
}
