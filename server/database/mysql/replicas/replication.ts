import type { Address, Engine } from '../../engine.ts';
import { replicated } from '../../replicas/replicated.ts';
import { notRead } from '../../replicas/replication.ts';
import { classifyError } from '../connection.ts';
import { connectMysql } from '../pools.ts';
import { arrive } from './arrival.ts';
import { PrimaryPosition } from './primary-position.ts';

/** The same engine, whose lists and long reads replicas of MariaDB answer. Throws CannotStart where that can never be. */
export async function withMysqlReplicas(
  primary: Engine,
  address: Address,
  urls: readonly string[],
): Promise<Engine> {
  if (primary.name !== 'MariaDB') throw notRead(primary.name);
  const position = new PrimaryPosition(primary);
  await position.prepare();
  const connect = async (of: Address) => (await connectMysql(of)).connections;
  return replicated(primary, address, urls, { now: () => position.now(), connect, arrive, classifyError });
}
