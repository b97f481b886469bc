import type { FastifyInstance } from 'fastify';
import { type Route, sentStatus } from '../../../http/index.ts';
import { countedBy, type Figure, type Sample, samplesOf } from '../../../module/figure.ts';
import { Durations } from '../../../shared/counting/durations.ts';
import { Tally } from '../../../shared/counting/tally.ts';

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The answers of one route to one method. */
interface Answers {
  readonly labels: { readonly method: string; readonly route: string };
  readonly durations: Durations;
  readonly byStatus: Map<number, number>;
}

/** Requests that reach no route share one, as their paths and methods are chosen by clients. */
const NO_ROUTE = { route: '(none)', method: 'any' };

/** Requests by their route's pattern and status, how long they took, why some failed, and what came of sign-ins. */
export function requestFigures(app: FastifyInstance): Figure[] {
  const byRoute = new Map<Route | undefined, Map<string, Answers>>();
  const failures = new Tally();
  const signIns = new Tally('succeeded');

  const answersOf = (route: Route | undefined, method: string): Answers => {
    const ofRoute = byRoute.get(route) ?? new Map<string, Answers>();
    const known = ofRoute.get(method);
    if (known) return known;
    const labels = route ? { method, route: route.path } : NO_ROUTE;
    const made: Answers = { labels, durations: new Durations(BOUNDS), byStatus: new Map() };
    byRoute.set(route, ofRoute.set(method, made));
    return made;
  };
  app.answered.listen(({ reached, method, failure }, reply, ms) => {
    const { durations, byStatus } = answersOf(reached, reached ? method : NO_ROUTE.method);
    const status = sentStatus(reply);
    durations.add(ms);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    if (failure) failures.add(failure.key);
    if (reached?.isSignIn) signIns.add(failure?.key ?? 'succeeded');
  });

  const all = (samples: (answers: Answers) => readonly Sample[]) => () =>
    [...byRoute.values()].flatMap((ofRoute) => [...ofRoute.values()]).flatMap(samples);
  return [
    {
      name: 'quire_http_requests_total',
      help: 'Requests that were answered, by method, pattern of the route and status; 499 where the client had gone.',
      kind: 'counter',
      read: all(({ labels, byStatus }) =>
        [...byStatus].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value })),
      ),
    },
    {
      name: 'quire_http_request_duration_seconds',
      help: 'How long requests took, from their head to the end of the answer.',
      kind: 'histogram',
      read: all(({ labels, durations }) => samplesOf(durations, labels)),
    },
    {
      name: 'quire_http_failures_total',
      help: 'Requests that were refused or failed, by the reason.',
      kind: 'counter',
      read: countedBy('reason', failures),
    },
    {
      name: 'quire_sign_ins_total',
      help: 'Sign-ins by their outcome: succeeded, or the reason for which they were refused.',
      kind: 'counter',
      read: countedBy('outcome', signIns),
    },
  ];
}
