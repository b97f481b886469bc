import type { Connection, Raw, Reader } from '../database/engine.ts';
import type { Version } from '../database/recent.ts';
import { type AccessRule, isForAll } from '../definitions/access-rule.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { Rows } from '../definitions/where.ts';
import { AppError } from '../errors.ts';
import { type MaybePromise, whenKnown } from '../maybe-promise.ts';
import type { Act } from '../records/act.ts';
import type { AggregateRequest, Groups } from '../records/aggregate.ts';
import type { ExportRequest } from '../records/export.ts';
import type { ListRequest, Page } from '../records/list.ts';
import { log } from '../records/log.record.ts';
import { meeting } from '../records/meeting.ts';
import type { Reads } from '../records/reads.ts';
import type { Records } from '../records/records.ts';
import { noRights, type Rights, type Use } from '../records/rights.ts';
import type { Showing } from '../records/selection.ts';
import { shownOf } from '../records/shown.ts';
import type { Writes } from '../records/writes.ts';
import type { Actor } from './actor.ts';
import { decide, requireAllowed, withSettings } from './decide.ts';
import type { LogMessage } from './log-message.ts';
import { onlyOnce, type Repeatable } from './only-once.ts';
import { makeRights } from './rights.ts';
import type { Written } from './written.ts';

type Asked = Pick<ListRequest, 'filter' | 'expand' | 'can'>;

/** What a caller may do with one record: with which of its rows, and all else that he may. */
export interface Reach {
  readonly actor: Actor;
  readonly rows: Rows;
  readonly rights: Rights;
  /** All its rows: to be kept to those above. */
  readonly reads: Reads;
  readonly longReads: Reads;
}

/** One admitted request: who asks, for which rows, and what the audit log says about it. */
export interface Admission {
  readonly actor: Actor;
  /** The rule that let the request in, and the rows that it left. */
  readonly access: AccessRule;
  readonly rows: Rows;
  readonly requestId: string;
  readonly now: number;
  /** The state of the database in which the request was admitted: what was read in it may be answered. */
  readonly version: Version;
  /** Throws where what was allowed at admission no longer is: a body may arrive long after its headers. Tells anew who asks. */
  readonly confirm: (reader: Reader) => Promise<Admission['identify']>;
  /** Who asks, told even where the route's own rule asks for nobody. */
  readonly identify: () => MaybePromise<Actor>;
  /** Settings that make login rules public. */
  readonly switchedOff: ReadonlySet<string>;
  readonly method: string;
  readonly path: string;
  /** The name of the permission that the route asks for, if any. */
  readonly permission: string;
  /** What the log says of a success. */
  readonly describe: LogMessage;
  /** Where it is to be done but once. */
  readonly repeatable?: Repeatable;
}

/**
 * The only way from a request to rows. It is made after the route's access rule was decided, it keeps to the rows that the
 * decision left, and what is written through it is logged in the same transaction.
 */
export class Door {
  readonly admission: Admission;
  /** Whether what was read through this door follows from who asks; if not, it is the same for all who are admitted to all rows. */
  isPersonal: boolean;
  readonly #records: Records;

  constructor(records: Records, admission: Admission) {
    this.#records = records;
    this.admission = admission;
    this.isPersonal = admission.rows !== 'all';
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
    return this.#records.longOwnReads;
  }

  /** What the rules of all these uses leave to the caller. Throws where one refuses. */
  async reach(definition: Definition, ...uses: Use[]): Promise<Reach> {
    const { name, access, readRules } = definition;
    if (!access) throw new Error(`record '${name}' is not served, so nobody reaches it by its rules`);
    const rules = uses.map((use) => withSettings(access[use], this.admission.switchedOff));
    const isAsked = readRules.size > 0 || !rules.every(isForAll);
    const actor = isAsked ? await this.admission.identify() : this.actor;
    for (const rule of rules) requireAllowed(decide(actor, rule));
    const rights = this.#rightsOf(actor);
    const { reads, longReads } = this.#records;
    return { actor, rights, rows: rights.rows(definition, ...uses), reads, longReads };
  }

  /** One row that the caller may see; all its fields, unless it is asked to be shown otherwise. */
  async get(definition: Definition, id: bigint, showing: Showing = {}): Promise<Raw> {
    const { fields, expand, can } = showing;
    const isPlain = fields === undefined && expand === undefined && can === undefined;
    const row = isPlain ? await this.#find(definition, id) : await this.#show(definition, id, showing);
    if (!row) throw new AppError('recordNotFound');
    return row;
  }

  async #find(definition: Definition, id: bigint): Promise<Raw | undefined> {
    const { reads } = this.#records;
    const row = (await reads.find(definition, id)) as Raw | undefined;
    const { rows } = this.admission;
    if (!row || (rows === 'all' && definition.readRules.size === 0)) return row;
    const [mine] = await meeting(reads, definition, rows, [row]);
    return mine && shownOf(definition, await this.#rightsFor(definition), mine);
  }

  async #show(definition: Definition, id: bigint, showing: Showing): Promise<Raw | undefined> {
    const { items } = await this.list(definition, {
      ...showing,
      filter: { id: { eq: String(id) } },
      count: 1,
    });
    return items[0];
  }

  /** One page of the rows that the caller may see. */
  async list(definition: Definition, request: ListRequest): Promise<Page<Raw>> {
    const rights = await this.#rightsFor(definition, request);
    return this.#records.list(definition, request, rights, this.admission.version);
  }

  /** What the rows that the caller may see come to. */
  async aggregate(definition: Definition, request: AggregateRequest): Promise<Groups> {
    return this.#records.aggregate(definition, request, await this.#rightsFor(definition, request));
  }

  /** All the rows that the caller may see, as text. Who asks, and what they may see, is asked anew for each portion. */
  export(definition: Definition, request: ExportRequest): AsyncGenerator<Uint8Array> {
    return this.#records.export(definition, request, async () => {
      const identify = await this.admission.confirm(this.#records.database.reads);
      return this.#rightsOf(await identify());
    });
  }

  /** What the caller may do; who it is is asked only where the answer may follow from that. */
  async #rightsFor({ readRules }: Definition, { filter, expand, can }: Asked = {}): Promise<Rights> {
    const mayDiffer = readRules.size > 0 || [filter, expand, can].some((part) => part !== undefined);
    const isUnknown = mayDiffer && isForAll(this.admission.access);
    return this.#rightsOf(isUnknown ? await this.admission.identify() : this.actor);
  }

  #rightsOf(actor: Actor): Rights {
    const { switchedOff, access } = this.admission;
    const consulted = (rule: AccessRule, rows: Rows) => {
      if (rule !== access || rows !== 'all') this.isPersonal = true;
    };
    return makeRights(actor, { switchedOff, consulted });
  }

  /** Runs the work as one transaction and logs what it did there; what it throws undoes all of it. */
  write(work: (writes: Writes) => Promise<Written>): Promise<Written> {
    const { repeatable } = this.admission;
    return this.#write((writes) => {
      const logged = () => this.#logged(writes, work);
      return repeatable ? onlyOnce(writes, repeatable, logged) : logged();
    });
  }

  async #logged(writes: Writes, work: (writes: Writes) => Promise<Written>): Promise<Written> {
    const written = await work(writes);
    const { actor, method, path, permission, describe } = this.admission;
    await writes.create(log, {
      message: describe(this.admission, written),
      user_id: actor.id,
      username: actor.username,
      status_code: written.status,
      method,
      path: path.slice(0, 400),
      permission,
    });
    return written;
  }

  /** One of several transactions of one piece of work, under a name of its own: as `write`, but the log tells of the whole alone. */
  portion<T>(requestId: string, work: (writes: Writes) => Promise<T>): Promise<T> {
    return this.#write(work, { requestId, now: Date.now() });
  }

  /** What the server itself has to keep of work that was begun through this door, whatever its caller may do by now. */
  note(work: (writes: Writes) => Promise<void>): Promise<void> {
    return this.#records.write({ ...this.admission, now: Date.now(), rights: () => noRights }, work);
  }

  /** Writes that must stand whatever becomes of the request: counted failures. They are not logged as writes. */
  record(work: (writes: Writes) => Promise<void>): Promise<void> {
    return this.#write(work);
  }

  /** Whatever is written through this door keeps to what the caller may do when it is written. */
  #write<T>(
    work: (writes: Writes, connection: Connection) => Promise<T>,
    under: Partial<Act> = {},
  ): Promise<T> {
    let { identify } = this.admission;
    let rights: MaybePromise<Rights> | undefined;
    const act: Act = {
      ...this.admission,
      ...under,
      rights: () => {
        rights ??= whenKnown(identify(), (actor) => this.#rightsOf(actor));
        return rights;
      },
    };
    return this.#records.write(act, async (writes, connection) => {
      identify = await this.admission.confirm(connection);
      rights = undefined;
      return work(writes, connection);
    });
  }

  /** The same door for a request that is done but once. */
  once(repeatable: Repeatable): Door {
    return new Door(this.#records, { ...this.admission, repeatable });
  }

  /** The same door for somebody who has just proved who they are. */
  as(actor: Actor): Door {
    return new Door(this.#records, { ...this.admission, actor, identify: () => actor });
  }
}
