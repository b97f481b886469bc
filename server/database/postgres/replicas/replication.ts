import type { Address, Engine } from '../../engine.ts';
import { replicated } from '../../replicas/replicated.ts';
import { NotUsable } from '../../replicas/replication.ts';
import { classifyError } from '../connection.ts';
import { connectPostgres } from '../pools.ts';
import { arrive } from './arrival.ts';
import { PrimaryPosition } from './primary-position.ts';

/** The same engine, whose lists and long reads replicas of PostgreSQL answer. Throws CannotStart where that can never be. */
export async function withPostgresReplicas(
  primary: Engine,
  address: Address,
  urls: readonly string[],
): Promise<Engine> {
  const position = new PrimaryPosition(primary);
  await position.prepare();
  return replicated(primary, address, urls, { now: () => position.now(), connect, arrive, classifyError });
}

async function connect(address: Address) {
  const connections = await connectPostgres(address);
  if (!connections.isPooled) return connections;
  await connections.close();
  throw new NotUsable('it is behind a pooler, whose connections may lead to different servers');
}
