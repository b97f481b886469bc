import { Type } from '../../../contract/json-schema.ts';
import { everyone } from '../../definitions/access-rule.ts';
import type { Route } from '../../http/route.ts';
import type { EventLoopWatch } from './event-loop.ts';
import { message } from './messages/message.ts';

const common = {
  method: 'GET',
  access: everyone,
  isUncounted: true,
  tag: message('healthTag'),
  answer: Type.Object({ status: Type.String() }),
} as const;

/** Liveness for process managers, readiness for load balancers. */
export function healthRoutes(
  makeSure: () => Promise<void>,
  countChanged: () => Promise<number>,
  eventLoop: EventLoopWatch,
): Route[] {
  return [
    {
      ...common,
      path: '/health',
      summary: message('isWell'),
      isAlwaysAnswered: true,
      answer: Type.Object({
        status: Type.String(),
        event_loop: Type.Object({ longest_ms: Type.Integer(), longest_ms_since_start: Type.Integer() }),
      }),
      handle: async () => ({ status: 'live', event_loop: eventLoop.longest }),
    },
    {
      ...common,
      path: '/health/live',
      summary: message('isLive'),
      isAlwaysAnswered: true,
      handle: async () => ({ status: 'live' }),
    },
    {
      ...common,
      path: '/health/ready',
      summary: message('isReady'),
      answer: Type.Object({
        status: Type.String(),
        changed_tables: Type.Optional(Type.Integer({ about: message('changedTables') })),
      }),
      async handle() {
        await makeSure();
        const changed = await countChanged();
        return { status: 'ready', ...(changed > 0 && { changed_tables: changed }) };
      },
    },
  ];
}
