import type { RevisionAction } from '../../../../contract/audit.ts';
import { type Connection, inSavepoint, type Raw, RetryTransaction } from '../../../database/index.ts';
import {
  type Definition,
  type Hook,
  type HookEvent,
  hookName,
  nameOfHook,
  type OwnedHook,
  refusalOf,
  shown,
} from '../../../definitions/for-server.ts';
import { AppError } from '../../../errors.ts';
import { type AnyRecord, type Change, isSame } from '../../record.ts';
import {
  placeIn,
  type RecordsPlace,
  type ScopeWrites,
  TRANSACTION_MS,
} from '../../scope/collections-place.ts';
import { RecordsScope } from '../../scope/collections-scope.ts';
import { inTime } from '../../scope/in-time.ts';
import type { WriteContext, WriteReads } from '../../store/write-context.ts';
import { answeredValues } from './answered-values.ts';

/** The deepest chain of hooks that cause each other. */
const MOST_DEEP = 10;

/** One call of a hook. */
interface HookCall {
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

type InHook = ScopeWrites & WriteReads;
type When = 'before' | 'after';

/** When which hooks of a collection run, and how to read the answer of each. */
interface Moment {
  readonly definition: Definition;
  readonly when: When;
  readonly action: RevisionAction;
  readonly read?: typeof answeredValues;
}

/** Runs the hooks of the records that one transaction writes. For collections without hooks it does nothing. */
export class WriteHooks {
  readonly #context: WriteContext;
  readonly #connection: Connection;
  readonly #open: () => InHook;

  /** `open` returns what hooks write with, in the same transaction. */
  constructor(context: WriteContext, connection: Connection, open: () => InHook) {
    this.#context = context;
    this.#connection = connection;
    this.#open = open;
  }

  /** Runs work that includes hooks. An error undoes all of it, even if the caller carries on. */
  async atomically<T>(work: () => Promise<T>): Promise<T> {
    const { later = [] } = this.#context.caused ?? {};
    const { length } = later;
    try {
      return await inSavepoint(this.#connection, work);
    } catch (error) {
      later.length = length;
      throw error;
    }
  }

  /** Runs the hooks that may refuse an action on an existing record. */
  async before(definition: Definition, action: RevisionAction, record: AnyRecord): Promise<void> {
    const moment: Moment = { definition, when: 'before', action };
    for (const hook of hooksAt(moment)) await this.#run(moment, hook, { record: { ...record } });
  }

  /**
   * The values that hooks add to the sent ones: for a new record, or for a change of `record`, where they get only the differences.
   * Each gets what those before it have added.
   */
  async additions(definition: Definition, sent: Raw, record?: AnyRecord): Promise<Raw> {
    if (!definition.hooks) return {};
    const additions: Raw = {};
    const moment: Moment = {
      definition,
      when: 'before',
      action: record ? 'update' : 'create',
      read: answeredValues,
    };
    for (const hook of hooksAt(moment)) {
      const values = differing(definition, { ...sent, ...additions }, record);
      const about = record ? { record: { ...record }, changes: values } : { values };
      Object.assign(additions, await this.#run(moment, hook, about));
    }
    return additions;
  }

  /** Runs the hooks after an action on records. */
  async after(definition: Definition, action: RevisionAction, changes: readonly Change[]): Promise<void> {
    if (!definition.hooks) return;
    const moment: Moment = { definition, when: 'after', action };
    for (const [before, record] of changes)
      for (const hook of hooksAt(moment))
        await this.#run(moment, hook, { record: { ...record }, before: before && { ...before } });
  }

  /** Runs hooks of a moment that is of no collection. */
  async at(moment: string, hooks: readonly OwnedHook[], about: Raw): Promise<void> {
    for (const hook of hooks) await this.#call(`${hook.plugin}/${moment}`, hook, about);
  }

  #run({ definition, when, action, read }: Moment, hook: OwnedHook, about: Raw): Promise<unknown> {
    const name = nameOfHook(definition, hookName(when, action), hook);
    const context = this.#context;
    const isCaused = depthOf(context) > 0;
    return this.#call(name, hook, about, (writes, answer) =>
      read?.(writes, { hook: name, definition, context, isCaused, answer }),
    );
  }

  #call(
    name: string,
    hook: OwnedHook,
    about: Raw,
    read?: (writes: InHook, answer: unknown) => unknown,
  ): Promise<unknown> {
    const writes = this.#open();
    const call: HookCall = {
      name,
      hook: hook.run,
      context: this.#context,
      place: placeIn(writes),
      withinMs: TRANSACTION_MS,
      isPassedOn: (error) =>
        error instanceof RetryTransaction || writes.engine.classifyError(error) !== undefined,
      ...(read && { read: (answer: unknown) => read(writes, answer) }),
    };
    return runHook(call, about);
  }
}

function hooksAt({ definition, when, action }: Moment): readonly OwnedHook[] {
  return definition.hooks?.[hookName(when, action)] ?? [];
}

/** The values that differ from those of the record, or all of a new one, without those that are made from others later. */
function differing({ made }: Definition, sent: Raw, record: AnyRecord | undefined): Raw {
  const open = new Set(made.filter((name) => sent[name] === null));
  const entries = Object.entries(sent).filter(
    ([name, value]) => !open.has(name) && !(record && isSame(record[name], value)),
  );
  return Object.fromEntries(entries);
}
