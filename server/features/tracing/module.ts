import { boolean } from '../../definitions/project/setting-kinds.ts';
import { defineModule } from '../../module/define-module.ts';
import { openSpans, type Spans } from './spans.ts';

/** Tells OpenTelemetry of requests, statements and jobs. */
export const tracing = defineModule({
  name: 'tracing',
  settings: {
    TRACES: boolean({
      initial: false,
      meaning:
        'Whether requests, statements and jobs become spans of OpenTelemetry, for an SDK that is loaded before the server; needs an optional package.',
    }),
  },
  packages: { '@opentelemetry/api': 'TRACES' },
  isOn: ({ traces }) => traces,
  async notices() {
    const { isHeard } = await openSpans();
    return isHeard ? [] : ['TRACES: no SDK of OpenTelemetry is loaded, so nothing is traced.'];
  },
  open({ app, store: { database, jobs } }) {
    let spans: Spans | undefined;
    app.addHook('onReady', async () => {
      spans = await openSpans();
    });
    app.addHook('onRequest', (request, _reply, next) => (spans ? spans.begin(request, next) : next()));
    app.addHook('preHandler', (request, _reply, next) => (spans ? spans.resume(request, next) : next()));
    app.answered.listen((request, reply) => spans?.end(request, reply));
    database.watch.keepContext();
    database.watch.listen((operation, ms, sql) =>
      spans?.noteOperation(operation, ms, { sql, engine: database.engine.name }),
    );
    jobs.runAround((kind, run) => spans?.around(kind, run) ?? run());
    return {};
  },
});
