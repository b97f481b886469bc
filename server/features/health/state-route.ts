import { Type } from '../../../contract/json-schema.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { type Route, route } from '../../http/route.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import type { Host } from '../../module/host.ts';
import { message } from './messages/message.ts';
import { type ServerState, stateOf } from './server-state.ts';

const shownState = Type.Object({
  concerns: Type.Array(
    Type.Object({
      text: Type.String({ about: message('concernText') }),
      page: Type.Nullable(Type.String({ about: message('concernPage') })),
    }),
  ),
  version: Type.String(),
  start_time: Type.Integer({ about: message('timestamp') }),
  database: Type.Object({
    engine: Type.String(),
    bytes: Type.Integer(),
    pools: Type.Array(
      Type.Object({
        name: Type.String({ enum: ['reads', 'long_reads', 'transactions'], about: message('poolName') }),
        most: Type.Integer(),
        open: Type.Integer(),
        busy: Type.Integer(),
        waiting: Type.Integer(),
      }),
    ),
    replicas: Type.Array(
      Type.Object({
        name: Type.String(),
        problem: Type.Nullable(Type.String({ about: message('replicaProblem') })),
        behind_bytes: Type.Nullable(Type.Integer()),
      }),
    ),
  }),
  disks: Type.Array(
    Type.Object({
      holds: Type.String({ enum: ['uploads', 'database'] }),
      bytes: Type.Integer(),
      free_bytes: Type.Integer(),
    }),
  ),
  jobs: Type.Array(
    Type.Object({
      kind: Type.String(),
      unfinished: Type.Integer(),
      due_since: Type.Nullable(Type.Integer({ about: message('jobsDueSince') })),
      given_up: Type.Integer(),
    }),
  ),
});

/** How the server does, for administrators: addresses, sizes and reasons are nobody else's concern. */
export const stateRoute = (host: Host): Route =>
  route({
    method: 'GET',
    path: '/health/state',
    access: superAdministrator,
    tag: message('healthTag'),
    summary: message('serverState'),
    answer: shownState,
    handle: async (_door, { language }) => shown(await stateOf(host), language()),
  });

function shown({ concerns, pools, replicas, disks, jobs, ...state }: ServerState, language: Language) {
  return {
    concerns: concerns.map(({ text, page = null }) => ({ text: render(text, language), page })),
    version: state.version,
    start_time: state.startTime,
    database: {
      engine: state.engine,
      bytes: state.databaseBytes,
      pools,
      replicas: replicas.map(({ name, problem = null, behindBytes = null }) => ({
        name,
        problem,
        behind_bytes: behindBytes,
      })),
    },
    disks: disks.map(({ freeBytes, ...disk }) => ({ ...disk, free_bytes: freeBytes })),
    jobs: jobs.map(({ kind, unfinished, dueSince = null, givenUp }) => ({
      kind,
      unfinished,
      due_since: dueSince,
      given_up: givenUp,
    })),
  };
}
