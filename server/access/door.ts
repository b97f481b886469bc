import type { Action, PastAction } from '../../contract/audit.ts';
import type { Raw, Reader } from '../database/engine.ts';
import type { Version } from '../database/recent.ts';
import type { AccessRule } from '../definitions/access-rule.ts';
import type { Definition } from '../definitions/define-record.ts';
import { AppError } from '../errors.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import type { AggregateRequest, Groups } from '../records/aggregate.ts';
import type { ExportRequest } from '../records/export.ts';
import type { ListRequest, Page } from '../records/list.ts';
import { log } from '../records/log.record.ts';
import type { Reads } from '../records/reads.ts';
import type { Records } from '../records/records.ts';
import type { ClaimOf } from '../records/row.ts';
import type { Showing } from '../records/selection.ts';
import type { Sight, Visible } from '../records/sight.ts';
import type { Writes } from '../records/writes.ts';
import type { Actor } from './actor.ts';
import { decide, requireAllowed, withSettings } from './decide.ts';
import type { LogMessage } from './log-message.ts';
import { user } from './user.record.ts';
import type { Written } from './written.ts';

type Rows = 'all' | 'own';

type Asked = Pick<ListRequest, 'filter' | 'expand'>;

/** The rows of one record that a caller may do something with. */
export interface Reach {
  readonly actor: Actor;
  readonly rows: Rows;
  readonly mayTouch: (row: Raw) => boolean;
}

/** One admitted request: who asks, for which rows, and what the audit log says about it. */
export interface Admission {
  readonly actor: Actor;
  readonly rows: Rows;
  readonly requestId: string;
  readonly now: number;
  /** The state of the database in which the request was admitted: what was read in it may be answered. */
  readonly version: Version;
  /** Throws where what was allowed at admission no longer is: a body may arrive long after its headers. */
  readonly confirm: (reader: Reader) => Promise<void>;
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
    this.isPersonal = admission.rows === 'own';
  }

  get actor(): Actor {
    return this.admission.actor;
  }

  /** For slices, whose routes say who may use them and whose queries are their own. */
  get reads(): Reads {
    return this.#records.reads;
  }

  /** As `reads`, for what scans or counts many rows. */
  get longReads(): Reads {
    return this.#records.longReads;
  }

  /** What is left of a record's rows to the caller by the rules of all these actions. Throws where one refuses. */
  async reach({ name, access }: Definition, ...actions: (Action | PastAction)[]): Promise<Reach> {
    if (!access) throw new Error(`record '${name}' is not served, so nobody reaches it by its rules`);
    const rules = actions.map((action) => withSettings(access[action], this.admission.switchedOff));
    const isPublic = rules.every(({ level }) => level === 'public');
    if (!isPublic) this.isPersonal = true;
    const actor = isPublic ? this.actor : await this.admission.identify();
    const decided = rules.map((rule) => requireAllowed(decide(actor, rule)));
    const rows = decided.includes('own') ? 'own' : 'all';
    return { actor, rows, mayTouch: (row) => rows === 'all' || row.create_user_id === actor.id };
  }

  /**
   * For writes that reach rows of several records: what is left of each to the caller. A record that is not served has no
   * rules of its own; its rows go where the row goes that took them along.
   */
  claims(...actions: (Action | PastAction)[]): ClaimOf {
    return async (definition) =>
      definition.access ? (await this.reach(definition, ...actions)).mayTouch : () => true;
  }

  /** One row that the caller may see; all its fields, unless it is asked to be shown otherwise. */
  async get(definition: Definition, id: bigint, showing: Showing = {}): Promise<Raw> {
    const isPlain = showing.fields === undefined && showing.expand === undefined;
    const row = isPlain ? await this.#find(definition, id) : await this.#show(definition, id, showing);
    if (!row) throw new AppError('recordNotFound');
    return row;
  }

  async #find(definition: Definition, id: bigint): Promise<Raw | undefined> {
    const row = (await this.#records.reads.find(definition, id)) as Raw | undefined;
    return row && this.mayTouch(row) ? row : undefined;
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
    const sight = await this.#sight(definition, request);
    return this.#records.list(definition, request, sight, this.admission.version);
  }

  /** What the rows that the caller may see come to. */
  async aggregate(definition: Definition, request: AggregateRequest): Promise<Groups> {
    return this.#records.aggregate(definition, request, await this.#sight(definition, request));
  }

  /** All the rows that the caller may see, as text. Who asks, and what they may see, is asked anew for each portion. */
  export(definition: Definition, request: ExportRequest): AsyncGenerator<Uint8Array> {
    return this.#records.export(definition, request, async () => {
      await this.admission.confirm(this.#records.database.reads);
      return this.#sight(definition, request);
    });
  }

  /** What the caller sees: of the record that was asked for what the decision left, of others what their own rules leave. */
  async #sight(main: Definition, { filter, expand }: Asked): Promise<Sight> {
    const mayLeave = filter !== undefined || expand !== undefined;
    const actor = mayLeave ? await this.admission.identify() : this.actor;
    return {
      rows: (definition) => {
        if (definition === main) return this.admission.rows === 'all' ? 'all' : { madeBy: actor.id };
        if (this.#readRule(definition)?.level !== 'public') this.isPersonal = true;
        return this.#visible(definition, actor);
      },
      shows: () => true,
    };
  }

  #readRule({ access }: Definition): AccessRule | undefined {
    return access && withSettings(access.read, this.admission.switchedOff);
  }

  #visible(definition: Definition, actor: Actor): Visible {
    const rule = this.#readRule(definition);
    const decision = rule && decide(actor, rule);
    if (!decision?.allowed) return 'none';
    return decision.rows === 'all' ? 'all' : { madeBy: actor.id };
  }

  /** The rows that the caller may know of. The server's own are for super administrators, and users for themselves. */
  readonly #sees: ClaimOf = async (definition) => {
    const actor = await this.admission.identify();
    if (!definition.access) return (row) => actor.isSuper || (definition === user && row.id === actor.id);
    const visible = this.#visible(definition, actor);
    return (row) => (typeof visible === 'object' ? row.create_user_id === visible.madeBy : visible === 'all');
  };

  /** Whether the decision left this row to the caller; handed to writes. */
  readonly mayTouch = (row: Raw): boolean =>
    this.admission.rows === 'all' || row.create_user_id === this.actor.id;

  /** Runs the work as one transaction and logs what it did there; what it throws undoes all of it. */
  write(work: (writes: Writes) => Promise<Written>): Promise<Written> {
    return this.#records.write({ ...this.admission, sees: this.#sees }, async (writes, connection) => {
      await this.admission.confirm(connection);
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
    });
  }

  /** Writes that must stand whatever becomes of the request: counted failures. They are not logged as writes. */
  record(work: (writes: Writes) => Promise<void>): Promise<void> {
    return this.#records.write(this.admission, work);
  }

  /** The same door for somebody who has just proved who they are. */
  as(actor: Actor): Door {
    return new Door(this.#records, { ...this.admission, actor, identify: () => actor });
  }
}
