import type { JobKind } from '../../../background/job-kind.ts';
import type { HeldJob } from '../../../background/job-store.ts';
import { dueTimeOf } from '../../../background/schedules.ts';
import { type AnyJob, type JobEvent, OWN_JOB } from '../../../definitions/for-server.ts';
import { fromOwnJson } from '../../../shared/json.ts';
import type { RecordsPlace } from '../../scope/collections-place.ts';
import { RecordsScope } from '../../scope/collections-scope.ts';
import { inTime } from '../../scope/in-time.ts';
import { checkInput, type OwnJobData } from '../../scope/own-job.ts';
import { fromStoredAuthor, systemContext, type WriteContext } from '../../store/write-context.ts';

/** The kind that runs a project's job. */
export function ownJobKind(job: AnyJob, placeOf: (context: WriteContext) => RecordsPlace): JobKind {
  const { name, label, atOnce, tries: mostTries, timeout, run, givenUp } = job;
  const call = async (
    held: HeldJob,
    signal: AbortSignal,
    work: (event: JobEvent) => unknown,
  ): Promise<void> => {
    const { context, input } = contextOf(job, held);
    const withinMs = timeout * 1000;
    const { actor, requestId, now } = context;
    const eventOf = (scope: RecordsScope): JobEvent => ({
      actor,
      requestId,
      time: now,
      input,
      delivery: held.delivery,
      due: dueTimeOf(held),
      tries: held.tries,
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
      records: scope.records,
      transaction: (inner) => scope.transaction(inner),
    });
    await new RecordsScope(placeOf(context)).run((scope) => inTime(work(eventOf(scope)), withinMs));
  };
  const never = new AbortController().signal;
  return {
    name: OWN_JOB + name,
    label,
    atOnce,
    mostTries,
    isOverAnyway: true,
    run: (held, signal) => call(held, signal, run),
    ...(givenUp && {
      givenUp: (held: HeldJob, problem: unknown) =>
        call(held, never, (event) => givenUp({ ...event, problem })),
    }),
  };
}

function contextOf({ name, input: schema }: AnyJob, { data, kind }: HeldJob) {
  if (data === '') return { context: systemContext(kind), input: {} };
  const { actor, requestId, input } = fromOwnJson<OwnJobData>(data);
  const context: WriteContext = {
    actor: fromStoredAuthor(actor),
    requestId,
    now: Date.now(),
  };
  return { context, input: checkInput(`job '${name}'`, schema, input) };
}
