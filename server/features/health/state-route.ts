import { Type } from '../../../contract/json-schema.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { type Route, route, STREAM_KINDS } from '../../http/index.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import type { Host } from '../../module/host.ts';
import type { Connected, Connections } from './connected.ts';
import { message } from './messages/message.ts';
import { type ServerState, stateOf } from './server-state.ts';

const streamKind = Type.String({ enum: [...STREAM_KINDS], about: message('streamKind') });

const connected = Type.Object({
  people: Type.Integer(),
  sessions: Type.Integer({ about: message('connectedSessions') }),
  latest: Type.Array(
    Type.Object({
      user_id: Type.Integer({ format: 'int64' }),
      username: Type.String(),
      client: Type.String({ enum: ['browser', 'program'], about: message('sessionClient') }),
      agent: Type.String(),
      network: Type.String({ about: message('connectedNetwork') }),
      create_time: Type.Integer({ about: message('timestamp') }),
      refreshed_time: Type.Integer({ about: message('timestamp') }),
    }),
    { about: message('latestSessions') },
  ),
  streams: Type.Array(Type.Object({ kind: streamKind, count: Type.Integer() })),
  latest_streams: Type.Array(
    Type.Object({
      kind: streamKind,
      user_id: Type.Nullable(Type.Integer({ format: 'int64' })),
      username: Type.Nullable(Type.String({ about: message('streamUser') })),
      key: Type.Nullable(Type.String({ about: message('streamKey') })),
      impersonator: Type.Nullable(Type.String({ about: message('streamImpersonator') })),
      network: Type.String({ about: message('connectedNetwork') }),
      since: Type.Integer({ about: message('timestamp') }),
    }),
    { about: message('latestStreams') },
  ),
});

const shownState = Type.Object({
  connected,
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

/** How the server does, and who is connected, for administrators: names, addresses, sizes and reasons are nobody else's concern. */
export const stateRoute = (host: Host, connections: Connections): Route =>
  route({
    method: 'GET',
    path: '/health/state',
    access: superAdministrator,
    tag: message('healthTag'),
    summary: message('serverState'),
    answer: shownState,
    async handle(_door, { language }) {
      const [state, connected] = await Promise.all([stateOf(host), connections.all()]);
      return { ...shown(state, language()), connected: shownConnected(connected) };
    },
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

function shownConnected({ people, sessions, latest, streams }: Connected) {
  return {
    people,
    sessions,
    latest: latest.map(({ in_cookie, ...one }) => ({ ...one, client: in_cookie ? 'browser' : 'program' })),
    streams: STREAM_KINDS.map((kind) => ({ kind, count: streams.counts[kind] })),
    latest_streams: streams.latest.map(({ user, ...one }) => ({
      ...one,
      user_id: user && BigInt(user.id),
      username: user?.username ?? null,
    })),
  };
}
