import type { Address, Engine, LongReader, Reader, Requester } from '../engine.ts';
import { Replica } from './replica.ts';
import { IS_BEHIND, type Replication } from './replication.ts';

const LOOK_EVERY_MS = 1000;

/**
 * The same engine, whose lists and long reads are answered by replicas. Each is as fresh as one of the primary: see
 * docs/design/replicas.md. What no replica can answer goes to the primary.
 */
export async function replicated<Position>(
  primary: Engine,
  address: Address,
  urls: readonly string[],
  replication: Replication<Position>,
): Promise<Engine> {
  const replicas = urls.map((databaseUrl) => new Replica({ ...address, databaseUrl }, replication));
  const told = new Map<Replica<Position>, string | undefined>();
  const look = async () => {
    await Promise.all(replicas.map((replica) => replica.look()));
    for (const replica of replicas) tell(replica, told);
  };
  await look();
  const looking = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  let turn = 0;
  const next = () => {
    const usable = replicas.filter(({ isUsable }) => isUsable);
    turn += 1;
    return usable[turn % usable.length];
  };
  const { longReads, reads } = primary;
  const listReads: Reader = {
    async all(statement) {
      const found = await next()?.read(async (replica) => replica.reads.all(statement));
      return found ? found.value : reads.all(statement);
    },
  };
  const long = async <T>(read: (reader: LongReader) => Promise<T>, asking?: Partial<Requester>) => {
    const found = await next()?.read((replica) => read(replica.longReads), asking);
    return found ? found.value : read(longReads);
  };
  return {
    ...primary,
    listReads,
    longReads: {
      all: (statement, requester) => long((reader) => reader.all(statement, requester), requester),
      text: (statement, form, requester) =>
        long((reader) => reader.text(statement, form, requester), requester),
    },
    replicas: () => replicas.map(({ state }) => state),
    async close() {
      clearInterval(looking);
      await Promise.all(replicas.map((replica) => replica.close()));
      await primary.close();
    },
  };
}

/** Tells the operator when a replica comes into use or goes out of it. One that is merely behind is a figure, not news. */
function tell<Position>(replica: Replica<Position>, told: Map<Replica<Position>, string | undefined>): void {
  const { name, problem } = replica.state;
  const isFirst = !told.has(replica);
  if (problem === IS_BEHIND) return;
  if (told.get(replica) === problem && !isFirst) return;
  told.set(replica, problem);
  if (problem !== undefined)
    console.warn(`DATABASE_READ_URLS: ${name} is not read (${problem}); the primary answers`);
  else if (!isFirst) console.warn(`DATABASE_READ_URLS: ${name} is read again`);
}
