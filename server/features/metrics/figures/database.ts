import { type Database, OPERATIONS } from '../../../database/database.ts';
import type { PoolState } from '../../../database/engine.ts';
import { type Figure, samplesOf } from '../../../module/figure.ts';
import { Durations } from '../../../shared/counting/durations.ts';

const BOUNDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** What the database is asked, how its connections are used, how large it is, and what caches spare it. */
export function databaseFigures({ engine, reads, watch, cacheUses }: Database): Figure[] {
  const durations = new Map(OPERATIONS.map((operation) => [operation, new Durations(BOUNDS)]));
  watch.listen((operation, ms) => durations.get(operation)?.add(ms));
  const ofPools = (value: (pool: PoolState) => number) => () =>
    engine.pools().map((pool) => ({ labels: { pool: pool.name }, value: value(pool) }));
  const ofCaches = (value: 'hits' | 'misses') => () =>
    cacheUses.all.map(([cache, use]) => ({ labels: { cache }, value: use[value] }));
  return [
    {
      name: 'quire_database_operation_duration_seconds',
      help: 'How long statements took by their kind, and whole transactions with their waits.',
      kind: 'histogram',
      read: () => [...durations].flatMap(([operation, one]) => samplesOf(one, { operation })),
    },
    {
      name: 'quire_database_connections_limit',
      help: 'Connections that each use may have.',
      kind: 'gauge',
      read: ofPools(({ most }) => most),
    },
    {
      name: 'quire_database_connections_open',
      help: 'Connections that are open.',
      kind: 'gauge',
      read: ofPools(({ open }) => open),
    },
    {
      name: 'quire_database_connections_busy',
      help: 'Connections that work.',
      kind: 'gauge',
      read: ofPools(({ busy }) => busy),
    },
    {
      name: 'quire_database_waiting',
      help: 'Work that waits for a connection.',
      kind: 'gauge',
      read: ofPools(({ waiting }) => waiting),
    },
    {
      name: 'quire_cache_hits_total',
      help: 'Answers, sessions and API keys that were in memory and still held.',
      kind: 'counter',
      read: ofCaches('hits'),
    },
    {
      name: 'quire_cache_misses_total',
      help: 'Answers, sessions and API keys that had to be read.',
      kind: 'counter',
      read: ofCaches('misses'),
    },
    {
      name: 'quire_database_size_bytes',
      help: 'The size of the database on its disk.',
      kind: 'gauge',
      isShared: true,
      async read() {
        const [record] = await reads.all({ sql: engine.size, parameters: [] });
        return [{ value: Number(record?.bytes) }];
      },
    },
  ];
}
