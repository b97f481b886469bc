import type { RevisionAction } from '../../contract/audit.ts';
import { asPart } from '../database/as-part.ts';
import type { Connection, Raw } from '../database/engine.ts';
import { Overtaken } from '../database/retrying.ts';
import type { Definition } from '../definitions/define-record.ts';
import { hookName } from '../definitions/hooks.ts';
import type { Act, ActingReads } from './act.ts';
import { cleanGiven } from './clean.ts';
import type { HookWrites } from './lent-records.ts';
import type { Change, Row } from './row.ts';
import { runHook } from './run-hook.ts';
import { targetErrors } from './targets.ts';

type InHook = HookWrites & ActingReads;
type When = 'before' | 'after';

/** All other writes of an embedded database may have to wait for it. */
const WITHIN_MS = 5000;

/** The hooks of what is written in one transaction. Of records without any it does nothing. */
export class WriteHooks {
  readonly #act: Act;
  readonly #connection: Connection;
  readonly #open: () => InHook;

  /** `open` answers how hooks write in the same transaction. */
  constructor(act: Act, connection: Connection, open: () => InHook) {
    this.#act = act;
    this.#connection = connection;
    this.#open = open;
  }

  /** Does what hooks take part in: where something is thrown, nothing of it stays, whatever the caller goes on to do. */
  async whole<T>(work: () => Promise<T>): Promise<T> {
    const { later = [] } = this.#act.caused ?? {};
    const { length } = later;
    try {
      return await asPart(this.#connection, work);
    } catch (error) {
      later.length = length;
      throw error;
    }
  }

  /** Asks whether an action may be done to a row that is there. */
  async before(definition: Definition, action: RevisionAction, row: Row): Promise<void> {
    await this.#run(definition, 'before', action, { row: { ...row } });
  }

  /** What is to be set besides what was sent, of a new row or of one that is there. */
  async besides(definition: Definition, sent: Raw, row?: Row): Promise<Raw> {
    if (!definition.hooks) return {};
    const open = new Set(definition.made.filter((name) => sent[name] === null));
    const values = Object.fromEntries(Object.entries(sent).filter(([name]) => !open.has(name)));
    const about = row ? { row: { ...row }, changes: values } : { values };
    const besides = await this.#run(definition, 'before', row ? 'update' : 'create', about, checked);
    return (besides ?? {}) as Raw;
  }

  /** Tells what was done to rows, now and once it is committed. */
  async after(definition: Definition, action: RevisionAction, changes: readonly Change[]): Promise<void> {
    if (!definition.hooks) return;
    for (const [before, row] of changes) {
      if (definition.hooks.afterCommit)
        this.#act.caused?.later.push({ definition, act: this.#act, action, row, before });
      await this.#run(definition, 'after', action, { row, before });
    }
  }

  async #run(
    definition: Definition,
    when: When,
    action: RevisionAction,
    about: Raw,
    read: (writes: InHook, definition: Definition, answer: unknown) => unknown = () => undefined,
  ): Promise<unknown> {
    const name = definition.hooks && hookName(when, action);
    const hook = name && definition.hooks?.[name];
    if (!hook) return undefined;
    const writes = this.#open();
    const place = {
      catalogue: writes.catalogue,
      read: <T>(work: (reads: InHook) => Promise<T>) => work(writes),
      write: <T>(work: (inner: InHook) => Promise<T>) => work(writes),
    };
    return runHook(
      {
        name: `${definition.name}.${name}`,
        hook,
        act: this.#act,
        place,
        withinMs: WITHIN_MS,
        isPassedOn: (error) => error instanceof Overtaken || writes.engine.troubleOf(error) !== undefined,
        read: (answer) => read(writes, definition, answer),
      },
      about,
    );
  }
}

/** What a hook sets is checked like what is sent, but for what its cause may do. */
async function checked(writes: InHook, definition: Definition, answer: unknown): Promise<Raw> {
  if (answer === undefined || answer === null) return {};
  const values = cleanGiven(definition, answer as Raw);
  const [missing] = await targetErrors(writes, definition, [values]);
  if (missing) throw missing;
  return values;
}
