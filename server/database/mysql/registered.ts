/** A node of a Galera cluster, as it runs now: after a restart it has another id. */
export interface Node {
  readonly id: string;
  /** Its name, for people. */
  readonly name: string;
}

/** The one node that serves, and the servers that use it, each with the number of its latest beat. */
export interface Registered {
  readonly node: Node;
  readonly servers: Readonly<Record<string, number>>;
}

export interface Claim {
  /** What is to be registered now. */
  readonly registered: Registered;
  readonly isGranted: boolean;
}

/** A server that comes to the cluster through a node. */
export interface Claimant {
  readonly server: string;
  readonly node: Node;
  /** The servers that have not been heard for so long that they use no node any more. */
  readonly silent: ReadonlySet<string>;
}

/** Lets a server use its node, unless others use another one; then it is registered nowhere. */
export function claim(found: Registered | undefined, { server, node, silent }: Claimant): Claim {
  const { node: current = node, servers = {} } = found ?? {};
  const others = Object.fromEntries(
    Object.entries(servers).filter(([other]) => other !== server && !silent.has(other)),
  );
  const isGranted = current.id === node.id || Object.keys(others).length === 0;
  if (!isGranted) return { isGranted, registered: { node: current, servers: others } };
  const beat = (servers[server] ?? 0) + 1;
  return { isGranted, registered: { node, servers: { ...others, [server]: beat } } };
}

/** What is registered once a server has ended. */
export function withoutServer({ node, servers }: Registered, server: string): Registered {
  const { [server]: _, ...others } = servers;
  return { node, servers: others };
}

/** Whether a server is at work: its beat has risen, or it has come since. */
export function isAnyAtWork(before: Registered, now: Registered): boolean {
  return Object.entries(now.servers).some(([server, beat]) => beat !== before.servers[server]);
}

/** Hears the beats of servers. It goes by its own clock, since those of other machines may differ. */
export class Silence {
  readonly #heard = new Map<string, { readonly beat: number; readonly since: number }>();
  readonly #afterMs: number;

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** Notes the beats of now, and answers the servers whose beat has not risen for the whole time. */
  note(registered: Registered | undefined, now: number): Set<string> {
    const servers = registered?.servers ?? {};
    const silent = new Set<string>();
    for (const [server, beat] of Object.entries(servers)) {
      const heard = this.#heard.get(server);
      if (heard?.beat !== beat) this.#heard.set(server, { beat, since: now });
      else if (now - heard.since > this.#afterMs) silent.add(server);
    }
    for (const server of this.#heard.keys()) if (!(server in servers)) this.#heard.delete(server);
    return silent;
  }
}
