import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anonymous } from '../access/actor.ts';
import { networkOf } from '../access/network.ts';
import { RefusalTally } from '../access/refusal-tally.ts';
import type { AppError } from '../errors.ts';
import { system } from '../records/act.ts';
import { log } from '../records/log.record.ts';
import type { Records } from '../records/records.ts';

/** Refusals are kept in the audit log: who was not let in, where, and why. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 422, 429]);
const WINDOW_MS = 60_000;

export interface RefusalLog {
  /** Logs the error where it is a refusal: at once, or counted where there are many of its kind. */
  note(error: AppError, request: FastifyRequest, path: string): Promise<void>;
  /** Writes what was counted, from now on and once more when the app closes. */
  keepWriting(app: FastifyInstance): void;
}

export function makeRefusalLog(records: Records): RefusalLog {
  // Apart, so that strangers cannot use up the lines of those who are known by name.
  const [strangers, members] = [new RefusalTally(), new RefusalTally()];
  const writeCounted = async () => {
    const lines = [...strangers.turn(), ...members.turn()];
    if (lines.length === 0) return;
    await records.write({ actor: system, requestId: 'refusals', now: Date.now() }, async (writes) => {
      for (const line of lines) await writes.create(log, line);
    });
  };
  return {
    async note(error, request, path) {
      if (!REFUSED.has(error.status)) return;
      const { actor = anonymous, permission = '' } = request.door?.admission ?? {};
      const sender = actor === anonymous ? networkOf(request.ip) : actor.username;
      const line = {
        message: describe(error, sender),
        user_id: actor.id,
        username: actor.username,
        status_code: error.status,
        method: request.method,
        path: path.slice(0, 400),
        permission,
      };
      const kind = [sender, request.method, request.routeOptions.url, error.key, error.reason].join(' ');
      if (!(actor === anonymous ? strangers : members).admits(kind, line)) return;
      const act = { actor, requestId: request.id, now: Date.now() };
      await records.write(act, async (writes) => void (await writes.create(log, line)));
    },
    keepWriting(app) {
      const write = () =>
        writeCounted().catch((cause) => app.log.error({ err: cause }, 'refusals could not be logged'));
      const timer = setInterval(write, WINDOW_MS).unref();
      app.addHook('onClose', async () => {
        clearInterval(timer);
        await write();
      });
    },
  };
}

function describe({ text, reason }: AppError, sender: string): string {
  const message = `${sender} 被拒绝：${text}${reason ? `（${reason}）` : ''}`;
  return message.toWellFormed().replaceAll('\0', '').slice(0, 900);
}
