import type { LongReader, Raw } from '../database/engine.ts';
import { longReadsFor } from '../database/long-reads.ts';
import { rowSource, type Source } from '../database/version.ts';
import { isForAll } from '../definitions/access-rule.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Rows } from '../definitions/where.ts';
import { AppError } from '../errors.ts';
import { render } from '../messages/message.ts';
import type { AggregateRequest, Groups } from '../records/lists/aggregate.ts';
import type { ExportRequest } from '../records/lists/export.ts';
import type { ListRequest, Page } from '../records/lists/list.ts';
import { log, logged } from '../records/log.record.ts';
import type { Showing } from '../records/query/selection.ts';
import type { ReadContext } from '../records/read-context.ts';
import type { Records } from '../records/records.ts';
import { noRights, type Rights, type Use } from '../records/rights.ts';
import { matchingRows } from '../records/rows/matching-rows.ts';
import type { Reads } from '../records/rows/reads.ts';
import { shownOf } from '../records/rows/shown.ts';
import type { WriteContext } from '../records/rows/write-context.ts';
import type { Writes } from '../records/write/writes.ts';
import { whenKnown } from '../shared/maybe-promise.ts';
import type { Actor } from './actor.ts';
import type { Admission } from './admission.ts';
import { decide, isMomentary, requireAllowed, withSettings } from './decide.ts';
import { onlyOnce, type Repeatable } from './only-once.ts';
import { Reading } from './reading.ts';
import type { ActorRights } from './rights.ts';
import type { WriteResult } from './write-result.ts';

type Asked = Pick<ListRequest, 'filter' | 'expand' | 'can'>;

/** What a caller may do with one record: with which of its rows, and all else that he may. */
export interface Reach {
  readonly actor: Actor;
  readonly rows: Rows;
  readonly rights: Rights;
  /** All its rows: to be kept to those above. */
  readonly reads: Reads;
  readonly longReads: Reads;
  /** Answers what was read within these rows and rights, once all of it was. */
  readonly reading: <Value>(value: Value) => Reading<Value>;
}

/**
 * The only way from a request or a command to rows. It is made after the route's access rule was decided, it keeps to the
 * rows that the decision left, and what is written through it is logged in the same transaction.
 */
export class Door {
  readonly admission: Admission;
  readonly #records: Records;
  readonly #repeatable: Repeatable | undefined;

  /** `repeatable`: the request is done at most once, however often it is sent. */
  constructor(records: Records, admission: Admission, repeatable?: Repeatable) {
    this.#records = records;
    this.admission = admission;
    this.#repeatable = repeatable;
  }

  get actor(): Actor {
    return this.admission.actor;
  }

  /** For slices, whose routes say who may use them: of the server's own records, whose queries are theirs. */
  get reads(): Reads {
    return this.#records.ownReads;
  }

  /** As `reads`, for what scans or counts many rows. */
  get longReads(): Reads {
    return this.#records.longOwnReads(this.#longReader);
  }

  get #longReader(): LongReader {
    return longReadsFor(this.#records.database.longReads, () => this.admission.asker);
  }

  /** What the rules of all these uses leave to the caller. Throws where one refuses. */
  async reach(definition: Definition, ...uses: Use[]): Promise<Reach> {
    const { name, access, readRules } = definition;
    if (!access) throw new Error(`record '${name}' is not served, so nobody reaches it by its rules`);
    const rules = uses.map((use) => withSettings(access[use], this.admission.switchedOff));
    const isAsked = readRules.size > 0 || !rules.every(isForAll);
    const actor = isAsked ? await this.admission.identify() : this.actor;
    for (const rule of rules) requireAllowed(decide(actor, rule));
    const rights = this.admission.rightsOf(actor);
    return {
      actor,
      rights,
      rows: rights.rows(definition, ...uses),
      reads: this.#records.reads,
      longReads: this.#records.longReads(this.#longReader),
      reading: (value) => this.#readingOf(value, rights),
    };
  }

  /** One row that the actor may see; all its fields, unless it is asked to be shown otherwise. */
  async get(definition: Definition, id: bigint, showing: Showing = {}): Promise<Reading<Raw>> {
    const { fields, expand, can } = showing;
    const isPlain = fields === undefined && expand === undefined && can === undefined;
    return isPlain ? this.#find(definition, id) : this.#show(definition, id, showing);
  }

  async #find(definition: Definition, id: bigint): Promise<Reading<Raw>> {
    const { reads } = this.#records;
    const row = await reads.find(definition, id);
    const { rows } = this.admission;
    if (row && rows === 'all' && definition.readRules.size === 0)
      return this.#readingOf(row, undefined, rowSource(definition.name, id));
    const [reachable] = row ? await matchingRows(reads, definition, rows, [row]) : [];
    if (!reachable) throw new AppError('recordNotFound');
    const rights = await this.#rightsFor(definition);
    return this.#readingOf(shownOf(definition, rights, reachable), rights);
  }

  async #show(definition: Definition, id: bigint, showing: Showing): Promise<Reading<Raw>> {
    const page = await this.list(definition, { ...showing, filter: { id: { eq: String(id) } }, count: 1 });
    return page.map(({ items: [row] }) => {
      if (!row) throw new AppError('recordNotFound');
      return row;
    });
  }

  /** One page of the rows that the actor may see. */
  async list(definition: Definition, request: ListRequest): Promise<Reading<Page<Raw>>> {
    const rights = await this.#rightsFor(definition, request);
    const page = await this.#records.list(definition, request, this.#contextOf(rights));
    return this.#readingOf(page, rights);
  }

  /** What the rows that the actor may see come to. */
  async aggregate(definition: Definition, request: AggregateRequest): Promise<Reading<Groups>> {
    const rights = await this.#rightsFor(definition, request);
    const groups = await this.#records.aggregate(definition, request, this.#contextOf(rights));
    return this.#readingOf(groups, rights);
  }

  /** All the rows that the caller may see, as text. Who asks, and what they may see, is asked anew for each portion. */
  export(definition: Definition, request: ExportRequest): AsyncGenerator<Uint8Array> {
    return this.#records.export(definition, request, async () => {
      const admission = await this.admission.renew(this.#records.database.reads);
      return this.#contextOf(admission.rightsOf(await admission.identify()));
    });
  }

  #contextOf(rights: Rights): ReadContext {
    return { rights, version: this.admission.version, longReads: this.#longReader };
  }

  /** What the actor may do. Who that is, is found out only where the answer may depend on it. */
  async #rightsFor({ readRules }: Definition, { filter, expand, can }: Asked = {}): Promise<ActorRights> {
    const mayDiffer = readRules.size > 0 || [filter, expand, can].some((part) => part !== undefined);
    const isUnknown = mayDiffer && isForAll(this.admission.access);
    return this.admission.rightsOf(isUnknown ? await this.admission.identify() : this.actor);
  }

  /** To be called once all was read under these rights: only then is it known which rules were asked. */
  #readingOf<Value>(value: Value, rights?: ActorRights, source?: Source): Reading<Value> {
    const { rows, actor, access } = this.admission;
    if (rights?.areMomentary || isMomentary(actor, access)) return new Reading(value, 'nobody');
    return new Reading(value, rows === 'all' && !rights?.arePersonal ? 'all' : 'actor', source);
  }

  /** One transaction, logged as what the work answers. What the work throws undoes all of it. */
  write(work: (writes: Writes) => Promise<WriteResult>): Promise<WriteResult> {
    const { requestId, now } = this.admission;
    return this.#transaction({ actor: this.actor, requestId, now }, (writes) => {
      const logged = () => this.#logged(writes, work);
      return this.#repeatable ? onlyOnce(writes, this.#repeatable, logged) : logged();
    });
  }

  /** Does the work as `write` does, and undoes it: nothing is kept and nothing is logged. Throws what a write would throw. */
  async tryOut(work: (writes: Writes) => Promise<WriteResult>): Promise<WriteResult> {
    const { requestId, now } = this.admission;
    const tried = this.#transaction({ actor: this.actor, requestId, now }, async (writes) => {
      throw new TriedOut(await work(writes));
    });
    return tried.catch((error: unknown) => {
      if (error instanceof TriedOut) return error.result;
      throw error;
    });
  }

  /** One of many transactions of a longer work, such as an import: under the name of the whole, which alone is logged. */
  writePart<T>(requestId: string, work: (writes: Writes) => Promise<T>): Promise<T> {
    return this.#transaction({ actor: this.actor, requestId, now: Date.now() }, work);
  }

  /**
   * The server's own bookkeeping, such as a failed sign-in or how an import ended: kept whatever the actor may do by now,
   * and not logged. It reaches no row that rules guard.
   */
  bookkeep(work: (writes: Writes) => Promise<void>): Promise<void> {
    const { requestId } = this.admission;
    return this.#records.write(
      { actor: this.actor, requestId, now: Date.now(), rights: () => noRights },
      work,
    );
  }

  /** Admits the actor anew inside the transaction, and keeps the work to what they may do by then. */
  #transaction<T>(context: WriteContext, work: (writes: Writes) => Promise<T>): Promise<T> {
    return this.#records.write(context, async (writes, connection) => {
      const admission = await this.admission.renew(connection);
      const rights = lazy(() => whenKnown(admission.identify(), (actor) => admission.rightsOf(actor)));
      return work(this.#records.writesIn(connection, { ...writes.context, rights }));
    });
  }

  async #logged(writes: Writes, work: (writes: Writes) => Promise<WriteResult>): Promise<WriteResult> {
    const written = await work(writes);
    const { actor, method, path, permission, network, describe } = this.admission;
    await writes.create(log, {
      ...logged(describe(this.admission, written), this.#records.language),
      user_id: actor.id,
      username: actor.username,
      status_code: written.status,
      method,
      path: path.slice(0, 400),
      permission: render(permission, this.#records.language),
      address: network,
    });
    return written;
  }

  /** The same door for an actor who has just proved who they are. */
  as(actor: Actor): Door {
    return new Door(this.#records, this.admission.as(actor), this.#repeatable);
  }
}

/** Thrown to undo what was tried out; carries what it came to. */
class TriedOut extends Error {
  readonly result: WriteResult;

  constructor(result: WriteResult) {
    super('what is tried out is not kept');
    this.result = result;
  }
}

/** Finds a value when it is first asked for, and keeps it. */
function lazy<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}
