import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import type { NewJob } from '../../background/job-store.ts';
import { type Enqueueable, type EnqueueOptions, OWN_JOB, schemaCheck } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { toJson } from '../../shared/exact-json.ts';
import { type StoredAuthor, toStoredAuthor, type WriteContext } from '../store/write-context.ts';

/** The stored data of a job: who enqueued it, and its input. */
export interface OwnJobData {
  readonly actor: StoredAuthor;
  readonly requestId: string;
  readonly input: unknown;
}

const checks = new WeakMap<JsonSchema, ReturnType<typeof schemaCheck>>();
const noInput = Type.Object({}, { additionalProperties: false });

/** A job of a project, to be added in the transaction of `context`. Throws if its input does not fit. */
export function ownJob<Input>(
  { actor, requestId }: WriteContext,
  { name, input: schema, key }: Enqueueable<Input>,
  input: Input,
  { due }: EnqueueOptions = {},
): NewJob {
  const kept = { actor: toStoredAuthor(actor), requestId, input };
  checkInput(`job '${name}'`, schema, { ...input });
  return {
    kind: OWN_JOB + name,
    data: toJson(kept satisfies OwnJobData),
    userId: actor.id,
    ...(key && { subject: `${OWN_JOB}${name} ${key(input)}`.slice(0, 100) }),
    ...(due !== undefined && { due }),
  };
}

/** The input as its schema types it. Throws if it does not fit. */
export function checkInput(owner: string, schema: JsonSchema = noInput, input: unknown): unknown {
  const known = checks.get(schema) ?? schemaCheck(schema);
  checks.set(schema, known);
  const problems = known(input);
  if (problems) throw new Error(`the input of ${owner} does not fit`, { cause: badParameters(problems) });
  return input;
}
