import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  afterRefusalKind,
  anonymous,
  authorName,
  type LogLine,
  networkOf,
  RefusalTally,
  refusal,
  refusalJobs,
  traceOf,
} from '../../access/index.ts';
import { startPeriodicTask } from '../../background/periodic-task.ts';
import type { OwnedHook } from '../../definitions/hooks.ts';
import type { AppError } from '../../errors.ts';
import { message, render, type Text } from '../../messages/message.ts';
import { log, logged, systemContext } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { statusIn } from '../dialects/bodies.ts';
import { specification } from '../dialects/specification.ts';

/** Statuses that the audit log keeps: who was refused, where, and why. On every base, they are those of the specification. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 422, 429]);
const WINDOW_MS = 60_000;
/** Counts that could not be written wait for the next window, the latest of them. */
const MOST_UNWRITTEN = 1000;

export interface RefusalLog {
  /** Logs a refusal: at once, or as part of a count if there are many of its kind. */
  note(error: AppError, request: FastifyRequest, path: string): Promise<void>;
  /** Writes the counts at intervals and when the app closes. */
  keepWriting(app: FastifyInstance): void;
}

/** `hooks` are called about each refusal that is logged at once. */
export function makeRefusalLog(store: RecordStore, hooks: readonly OwnedHook[] = []): RefusalLog {
  // Separate budgets, so that strangers cannot use up the lines of known users.
  const [strangers, members] = [new RefusalTally(store.language), new RefusalTally(store.language)];
  const unwritten: LogLine[] = [];
  if (hooks.length > 0) store.jobs.define(afterRefusalKind(hooks, store.placeOf));
  const writeCounted = async () => {
    unwritten.push(...strangers.nextWindow(), ...members.nextWindow());
    if (unwritten.length > MOST_UNWRITTEN) unwritten.splice(0, unwritten.length - MOST_UNWRITTEN);
    const lines = [...unwritten];
    if (lines.length === 0) return;
    await store.write(systemContext('refusals'), async (writes) => {
      for (const line of lines) await writes.create(log, line);
    });
    unwritten.splice(0, lines.length);
  };
  return {
    async note(error, request, path) {
      const status = statusIn(specification, error.failure);
      if (!REFUSED.has(status)) return;
      const { actor = anonymous, permission = '' } = request.admission ?? {};
      const network = networkOf(request.address);
      const sender = actor === anonymous ? network : authorName(actor);
      const line = {
        ...logged(describe(error, sender), store.language),
        user_id: error.account ?? actor.impersonator?.id ?? actor.id,
        username: actor.impersonator?.username ?? actor.username,
        key_id: actor.key?.id ?? null,
        status_code: status,
        method: request.method,
        path: path.slice(0, 400),
        permission: render(permission, store.language),
        address: network,
      };
      const { url, config } = request.routeOptions;
      const kind = [
        render(sender, store.language),
        request.method,
        url,
        error.key,
        render(error.reason ?? '', 'en'),
        error.account,
      ].join(' ');
      const tally = actor === anonymous ? strangers : members;
      if (!tally.admits(kind, line)) return;
      const context = { actor, requestId: request.id, now: Date.now() };
      const trace = traceOf(error, actor, config.access);
      const written = store.write(context, async (writes) => {
        const log_id = await writes.create(log, line);
        await writes.create(refusal, { request_id: request.id, log_id, trace });
        const refused = { status: error.status, code: error.code, method: request.method, path: line.path };
        for (const job of refusalJobs(hooks, context, refused)) writes.follow(job);
      });
      await written.catch((cause: unknown) => {
        tally.countLater(kind, line);
        throw cause;
      });
    },
    keepWriting(app) {
      const report = (cause: unknown) => app.log.error({ err: cause }, 'refusals could not be logged');
      const task = startPeriodicTask({ everyMs: WINDOW_MS, run: writeCounted, report });
      app.addHook('onClose', async () => {
        await task.stop();
        await writeCounted().catch(report);
      });
    },
  };
}

function describe({ text, reason, account }: AppError, sender: Text): Text {
  const why = reason ?? '';
  const about = account === undefined ? why : message('reasonAndUser', { reason: why, user: account });
  return message('refusedLine', { sender, sentence: text, reason: about });
}
