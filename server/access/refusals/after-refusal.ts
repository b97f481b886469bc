import type { JobKind } from '../../background/job-kind.ts';
import type { HeldJob, NewJob } from '../../background/job-store.ts';
import type { OwnedHook } from '../../definitions/hooks.ts';
import {
  causedBy,
  fromStoredAuthor,
  type RecordsPlace,
  runHook,
  type StoredAuthor,
  toStoredAuthor,
  type WriteContext,
} from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromJson } from '../../shared/json.ts';

const KIND = 'afterRefusal';
const WITHIN_MS = 30_000;

/** The refusal, as hooks receive it. */
export interface Refused {
  readonly status: number;
  readonly code: number;
  readonly method: string;
  readonly path: string;
}

interface StoredCall {
  readonly plugin: string | undefined;
  readonly actor: StoredAuthor;
  readonly requestId: string;
  readonly time: number;
  readonly refused: Refused;
}

/** The jobs that call these hooks about a refusal, once it is in the log. */
export function refusalJobs(
  hooks: readonly OwnedHook[],
  { actor, requestId, now: time }: WriteContext,
  refused: Refused,
): NewJob[] {
  return hooks.map(({ plugin }): NewJob => {
    const kept: StoredCall = { plugin, actor: toStoredAuthor(actor), requestId, time, refused };
    return { kind: KIND, data: toJson(kept), userId: actor.id };
  });
}

/** Calls these hooks. An error makes the job try again. */
export function afterRefusalKind(
  hooks: readonly OwnedHook[],
  placeOf: (context: WriteContext) => RecordsPlace,
): JobKind {
  return {
    name: KIND,
    atOnce: 2,
    mostTries: 12,
    async run({ data, delivery }: HeldJob) {
      const { plugin, actor, requestId, time, refused } = fromJson<StoredCall>(data);
      const hook = hooks.find((one) => one.plugin === plugin)?.run;
      if (!hook) throw new Error(`plug-in '${plugin}' has no hook afterRefusal here`);
      const context: WriteContext = { actor: fromStoredAuthor(actor), requestId, now: time };
      const { isIndependent: _, ...place } = placeOf(causedBy(context));
      const name = `${plugin}/afterRefusal`;
      const call = { name, hook, context, place, withinMs: WITHIN_MS, isPassedOn: () => false };
      await runHook(call, { ...refused, delivery });
    },
  };
}
