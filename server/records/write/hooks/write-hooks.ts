import type { RevisionAction } from '../../../../contract/audit.ts';
import type { Connection, Raw } from '../../../database/engine.ts';
import { RetryTransaction } from '../../../database/retrying.ts';
import { inSavepoint } from '../../../database/savepoint.ts';
import { isPlainObject, shown } from '../../../definitions/checks/options.ts';
import type { Definition } from '../../../definitions/define-record.ts';
import { hookName } from '../../../definitions/hooks.ts';
import { type Change, isSame, type Row } from '../../row.ts';
import type { WriteContext, WriteReads } from '../../rows/write-context.ts';
import { placeIn, type ScopeWrites, TRANSACTION_MS } from '../../scope/records-place.ts';
import { cleanGiven } from '../values/clean.ts';
import { targetErrors } from '../values/targets.ts';
import { type HookCall, runHook } from './run-hook.ts';

type InHook = ScopeWrites & WriteReads;
type When = 'before' | 'after';

/** One call of a hook, and how to read its answer. */
interface Call {
  readonly definition: Definition;
  readonly when: When;
  readonly action: RevisionAction;
  readonly read?: (writes: InHook, definition: Definition, answer: unknown) => unknown;
}

/** Runs the hooks of the rows that one transaction writes. For records without hooks it does nothing. */
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

  /** Runs the hook that may refuse an action on an existing row. */
  async before(definition: Definition, action: RevisionAction, row: Row): Promise<void> {
    await this.#run({ definition, when: 'before', action }, { row: { ...row } });
  }

  /**
   * The values that a hook adds to the sent ones: for a new row, or for a change of `row`, where it gets only the differences.
   */
  async additions(definition: Definition, sent: Raw, row?: Row): Promise<Raw> {
    if (!definition.hooks) return {};
    const open = new Set(definition.made.filter((name) => sent[name] === null));
    const differing = Object.entries(sent).filter(
      ([name, value]) => !open.has(name) && !(row && isSame(row[name], value)),
    );
    const values = Object.fromEntries(differing);
    const about = row ? { row: { ...row }, changes: values } : { values };
    const action = row ? 'update' : 'create';
    const additions = await this.#run({ definition, when: 'before', action, read: checked }, about);
    return (additions ?? {}) as Raw;
  }

  /** Runs the hooks after an action on rows. */
  async after(definition: Definition, action: RevisionAction, changes: readonly Change[]): Promise<void> {
    if (!definition.hooks) return;
    for (const [before, row] of changes)
      await this.#run({ definition, when: 'after', action }, { row, before });
  }

  async #run({ definition, when, action, read }: Call, about: Raw): Promise<unknown> {
    const name = definition.hooks && hookName(when, action);
    const hook = name && definition.hooks?.[name];
    if (!hook) return undefined;
    const writes = this.#open();
    const call: HookCall = {
      name: `${definition.name}.${name}`,
      hook,
      context: this.#context,
      place: placeIn(writes),
      withinMs: TRANSACTION_MS,
      isPassedOn: (error) =>
        error instanceof RetryTransaction || writes.engine.classifyError(error) !== undefined,
      ...(read && { read: (answer: unknown) => read(writes, definition, answer) }),
    };
    return runHook(call, about);
  }
}

/** Checks what a hook adds like what a client sends, except that the actor's rights do not bind it. */
async function checked(writes: InHook, definition: Definition, answer: unknown): Promise<Raw> {
  if (answer === undefined || answer === null) return {};
  if (!isPlainObject(answer)) throw new Error(`it answered ${shown(answer)}, which names no fields to set`);
  const values = await cleanGiven(definition, answer);
  const [missing] = await targetErrors(writes, definition, [values]);
  if (missing) throw missing;
  return values;
}
