import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { integer, text, texts } from '../../definitions/project/setting-kinds.ts';
import { AppError } from '../../errors.ts';
import { defineModule, type Figure, type Host } from '../../module/index.ts';
import { isNetwork } from '../../shared/networks.ts';
import { fromHereOrNetworks, fromNetworks, type MayRead } from './callers.ts';
import {
  databaseFigures,
  jobFigures,
  machineFigures,
  replicaFigures,
  requestFigures,
} from './figures/index.ts';
import { metricsRoute } from './metrics-route.ts';
import { figuresServer, type OwnPort } from './own-port.ts';
import { PATH } from './path.ts';
import { Scrape } from './scrape.ts';

/** Tells Prometheus how the server does. */
export const metrics = defineModule({
  name: 'metrics',
  settings: {
    METRICS_PORT: integer({
      initial: 0,
      min: 0,
      max: 65_535,
      meaning:
        'Port on which /metrics tells Prometheus how the server does, to callers on this machine; 0 opens none. Needs an optional package.',
    }),
    METRICS_HOST: text({
      initial: '127.0.0.1',
      meaning: 'Address on which METRICS_PORT listens.',
      allowed: 'an address of this machine',
      fits: (value) => value !== '',
    }),
    METRICS_NETWORKS: texts({
      initial: '',
      meaning:
        'Networks whose callers may read /metrics: on METRICS_PORT, or on PORT if METRICS_PORT is 0. Needs an optional package.',
      allowed: 'addresses and networks such as 10.0.0.0/8, separated by commas',
      fits: isNetwork,
    }),
  },
  packages: { 'prom-client': 'METRICS_PORT or METRICS_NETWORKS' },
  isOn: ({ metricsPort, metricsNetworks }) => metricsPort > 0 || metricsNetworks.length > 0,
  open(host) {
    const { app, store, settings } = host;
    const own = [
      ...requestFigures(app),
      ...databaseFigures(store.database),
      ...replicaFigures(store.database.engine),
      ...jobFigures(store),
      ...machineFigures(host),
    ];
    const scrape = new Scrape(() => [...own, ...host.figures], reporter(app));
    app.addHook('onListen', async () => scrape.begin());
    if (settings.metricsPort > 0) {
      const { metricsHost, metricsPort } = settings;
      serveOn(host, scrape, fromHereOrNetworks(settings), { host: metricsHost, port: metricsPort });
      return {};
    }
    refuseOthers(app, fromNetworks(settings));
    return { routes: [metricsRoute(scrape)] };
  },
});

function reporter(app: FastifyInstance): (cause: unknown, name: Figure['name']) => void {
  return (cause, name) => app.log.error({ err: cause, figure: name }, 'a figure could not be read');
}

/** Listens beside the app. Where it cannot, the app goes on without: people need it more than its figures. */
function serveOn({ app }: Host, scrape: Scrape, mayRead: MayRead, place: OwnPort): void {
  const server = figuresServer(scrape, mayRead, place);
  server.on('error', (cause) =>
    app.log.error({ err: cause }, `METRICS_HOST, METRICS_PORT: /metrics cannot be served there`),
  );
  app.addHook('onListen', async () => void server.listen(place));
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}

/** For others the path is not there. */
function refuseOthers(app: FastifyInstance, mayRead: MayRead): void {
  const refuse: onRequestHookHandler = (request, _reply, next) =>
    next(mayRead(request.raw) ? undefined : new AppError('notFound'));
  app.addHook('onRoute', (mounted) => {
    if (mounted.url === PATH) mounted.onRequest = [refuse, ...[mounted.onRequest ?? []].flat()];
  });
}
