import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError, CannotStart } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Connection } from '../engine.ts';
import type { WithConnection } from '../pooled-engine.ts';
import { reasonOf, retrying, unavailable } from '../retrying.ts';
import { classifyError } from './connection.ts';
import {
  type Claim,
  claim,
  isAnyAtWork,
  type Node,
  type Registered,
  Silence,
  withoutServer,
} from './registered.ts';

const BEAT_MS = 2000;
/** How long a server uses its node after the begin of a beat that was registered. */
const HOLDS_MS = 10_000;
/** After this, others take a server for ended. What it sent last, a commit, has the difference to arrive. */
const SILENT_AFTER_MS = 20_000;
/** A start waits so long for servers that are moving to its node. */
const MOVES_WITHIN_MS = 3 * BEAT_MS;

const DRAIN_MS = 50;

const TABLE = 'quire_node';
/** The answer is empty where there is no such variable. A node that has not joined its cluster says nothing of itself. */
const VARIABLES = `show global variables where variable_name in ('wsrep_on', 'wsrep_provider', 'wsrep_node_name')`;
const NODE_ID = `show global status like 'wsrep_gcomm_uuid'`;

/** The id of the node that a connection leads to. */
export async function askNodeId(connection: Pick<Connection, 'all'>): Promise<string> {
  const [row] = await connection.all({ sql: NODE_ID, parameters: [] });
  return String(row?.Value);
}

/** The place of this server in a Galera cluster; undefined outside of a cluster. */
export async function findCluster(withOne: WithConnection): Promise<Cluster | undefined> {
  const { wsrep_on: isOn, wsrep_provider: provider = 'none' } = await withOne(askVariables);
  return isOn === 'ON' && provider !== 'none' && provider !== '' ? new Cluster(withOne) : undefined;
}

/**
 * Sees to it that all servers use one node of a Galera cluster: a lock that one node gives is unknown to the others, and what
 * one has committed may be seen late on another. Each server registers the node that it comes to, again and again; each time
 * by a connection of its own, so that it notices where new ones lead.
 */
export class Cluster {
  readonly #withOne: WithConnection;
  readonly #server: string = randomUUID();
  readonly #silence = new Silence(SILENT_AFTER_MS);
  #node: Node | undefined;
  #holdsUntil = Number.NEGATIVE_INFINITY;
  #working = 0;
  #failure: unknown;
  #beat: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasLeft = false;
  #hasEnded = false;

  constructor(withOne: WithConnection) {
    this.#withOne = withOne;
  }

  /** Registers this server, and goes on doing so. Throws CannotStart while other servers use another node. */
  async begin(): Promise<void> {
    await retrying(classifyError, () => this.#withOne(prepareTable));
    const began = performance.now();
    const first = await this.#register();
    for (let { isGranted } = first; !isGranted; ) {
      await wait(BEAT_MS);
      const { node, ...later } = await this.#register();
      const isLate = performance.now() - began > MOVES_WITHIN_MS;
      if (!later.isGranted && isLate && isAnyAtWork(first.registered, later.registered))
        throw new CannotStart(otherNode(node, later.registered.node));
      isGranted = later.isGranted;
    }
    this.#next();
  }

  /** Runs work on a connection to a node. This server does not move to another node before the work has ended. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
    }
  }

  /** Why no node may be used now; undefined if one may be. */
  outage(): AppError | undefined {
    if (this.#node && performance.now() < this.#holdsUntil) return undefined;
    const failure = this.#failure;
    if (!this.#node && failure === undefined) return moving();
    const cause = failure instanceof AppError ? failure.cause : failure;
    return unavailable(failure, reasonOf(classifyError(cause) ?? 'lost'));
  }

  /** Why a connection to this node must not be used now; undefined if it may be. Asked before each statement. */
  refusal(nodeId: string): AppError | undefined {
    return this.outage() ?? (this.#node?.id === nodeId ? undefined : moving());
  }

  /** A new connection has led to this node: if that is another one, this server looks at once which one it uses. */
  noteNew(nodeId: string): void {
    if (nodeId === this.#node?.id || this.#beat || this.#hasEnded) return;
    clearTimeout(this.#timer);
    this.#begin();
  }

  /** Lets the others know that this server has ended. To be called after its work. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    await this.#beat;
    this.#node = undefined;
    const leave = (connection: Connection) =>
      change(connection, (found) => found && withoutServer(found, this.#server));
    await this.#withOne(leave).catch(() => {}); // then they notice it by its silence
  }

  #next(): void {
    if (!this.#hasEnded) this.#timer = setTimeout(() => this.#begin(), BEAT_MS).unref();
  }

  #begin(): void {
    this.#beat = this.#register()
      .then(
        () => undefined,
        (error: unknown) => {
          this.#failure = error;
        },
      )
      .finally(() => {
        this.#beat = undefined;
        this.#next();
      });
  }

  async #register(): Promise<Claim & { readonly node: Node }> {
    return retrying(classifyError, () => this.#withOne((connection) => this.#claim(connection)));
  }

  async #claim(connection: Connection): Promise<Claim & { readonly node: Node }> {
    const node = await askNode(connection);
    if (node.id !== this.#node?.id) this.#leave('connections lead to', node);
    while (!this.#node && this.#working > 0) await wait(DRAIN_MS); // time limits end what is done on the former node
    const began = performance.now();
    let made: Claim | undefined;
    await change(connection, (found) => {
      const silent = this.#silence.note(found, began);
      made = claim(found, { server: this.#server, node, silent });
      return made.registered;
    });
    if (!made) throw new Error('a claim was not judged');
    this.#failure = undefined;
    if (made.isGranted) this.#hold(node, began);
    else this.#leave('other servers use', made.registered.node);
    return { ...made, node };
  }

  #hold(node: Node, began: number): void {
    if (this.#hasLeft)
      console.warn(`DATABASE_URL: the database is served by node '${node.name}' of its cluster now`);
    this.#hasLeft = false;
    this.#node = node;
    this.#holdsUntil = began + HOLDS_MS;
  }

  #leave(why: string, { name }: Node): void {
    if (!this.#node) return;
    console.warn(
      `DATABASE_URL: ${why} node '${name}' of the database's cluster, no more '${this.#node.name}'; requests get 503 until all servers have moved`,
    );
    this.#hasLeft = true;
    this.#node = undefined;
  }
}

function moving(): AppError {
  return unavailable('connections lead to another node', message('databaseMoves'));
}

function otherNode(own: Node, other: Node): string {
  return `DATABASE_URL: leads to node '${own.name}' of a Galera cluster, while servers at work use node '${other.name}'; allowed: one node for all servers, since locks and rights hold on one node at a time. Name node '${other.name}', or give all servers the address of a proxy that sends every connection to one node`;
}

async function askVariables(connection: Connection): Promise<Record<string, string>> {
  const rows = await connection.all({ sql: VARIABLES, parameters: [] });
  return Object.fromEntries(rows.map((row) => [String(row.Variable_name), String(row.Value)]));
}

async function askNode(connection: Connection): Promise<Node> {
  const { wsrep_node_name: name = '' } = await askVariables(connection);
  return { id: await askNodeId(connection), name };
}

async function prepareTable(connection: Connection): Promise<void> {
  await connection.command(
    `create table if not exists "${TABLE}" ("id" tinyint primary key, "registered" mediumtext) engine = InnoDB`,
  );
  await connection.command(`insert ignore into "${TABLE}" ("id") values (1)`);
}

/**
 * Changes what is registered. Of two changes made at once through two nodes, the cluster refuses one, which is then made again.
 * A node that has committed one has everything that was committed before, on whichever node.
 */
async function change(
  connection: Connection,
  to: (found: Registered | undefined) => Registered | undefined,
): Promise<void> {
  await connection.command('set session wsrep_sync_wait = 1');
  await connection.command('start transaction');
  const [row] = await connection.all({
    sql: `select "registered" from "${TABLE}" where "id" = 1 for update`,
    parameters: [],
  });
  const found = row?.registered as string | null | undefined;
  const registered = JSON.stringify(to(found ? JSON.parse(found) : undefined));
  await connection.run({
    sql: `update "${TABLE}" set "registered" = ? where "id" = 1`,
    parameters: [registered],
  });
  await connection.command('commit');
}
