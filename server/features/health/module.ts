import { defineModule } from '../../module/define-module.ts';
import type { Host } from '../../module/host.ts';
import { changedTables } from '../../records/index.ts';
import { Connections } from './connected.ts';
import { connectionFigures } from './connection-figures.ts';
import { EventLoopWatch } from './event-loop.ts';
import { healthRoutes } from './health-routes.ts';
import { probe } from './probe.collection.ts';
import { columnsProbe, folderProbe, leavingProbe, writeProbe } from './probes.ts';
import { makeReadiness } from './readiness.ts';
import { stateRoute } from './state-route.ts';

/** Where transactions run one at a time, a probe waits behind the writes of others, which says nothing of the database. */
const PATIENCE_MS = 10_000;

/** Liveness, readiness, and what operators look at. */
export const health = defineModule({
  name: 'health',
  about: 'server',
  collections: [probe],
  open(host) {
    const eventLoop = new EventLoopWatch();
    host.app.addHook('onListen', async () => eventLoop.begin());
    host.app.addHook('preClose', async () => eventLoop.end());
    const connections = new Connections(host);
    return {
      routes: [
        ...healthRoutes(readinessOf(host), changedCounter(host), eventLoop),
        stateRoute(host, connections),
      ],
      figures: connectionFigures(host, connections),
    };
  },
});

/** Whether requests can be served: the database can be read and written, and uploads can arrive. */
function readinessOf({ store: { database, catalogue }, uploads, leaving }: Host): () => Promise<void> {
  const probes = [columnsProbe(database, catalogue), writeProbe(database), folderProbe(uploads.incoming)];
  const isReady = makeReadiness(probes, { patienceMs: database.engine.isSerial ? PATIENCE_MS : 0 });
  const staysHere = leavingProbe(leaving); // asked each time: what is known of the others holds for a while
  return () => staysHere().then(isReady);
}

const HOLDS_FOR_MS = 10_000;

/**
 * Counts tables of other programs that have changed. They keep nobody from serving what else there is, so a server stays ready. However
 * often it is asked, it looks once in a while.
 */
function changedCounter({ store }: Host): () => Promise<number> {
  let looked: { readonly time: number; readonly count: Promise<number> } | undefined;
  return () => {
    const now = performance.now();
    if (!looked || now - looked.time > HOLDS_FOR_MS)
      looked = { time: now, count: changedTables(store).then(({ length }) => length) };
    return looked.count;
  };
}
