import type { Raw } from '../../../database/index.ts';
import { type Definition, isPlainObject, shown } from '../../../definitions/for-server.ts';
import { AppError, badParameters, isRefusal, type Problems } from '../../../errors.ts';
import { message } from '../../../messages/message.ts';
import type { WriteContext, WriteReads } from '../../store/write-context.ts';
import { cleanGiven, requireTargets } from '../values/index.ts';

interface Answer {
  /** What the hook is called. */
  readonly hook: string;
  readonly definition: Definition;
  /** Of the write that the hook belongs to, with the rights of who sent it. */
  readonly context: WriteContext;
  /** Whether a hook caused that write. */
  readonly isCaused: boolean;
  readonly answer: unknown;
}

/** Checks what a hook adds like what a client sends, except that the actor's rights do not bind it. */
export async function answeredValues(reads: WriteReads, given: Answer): Promise<Raw> {
  const { answer, definition, isCaused } = given;
  if (answer === undefined || answer === null) return {};
  if (!isPlainObject(answer)) throw new Error(`it answered ${shown(answer)}, which names no fields to set`);
  try {
    const values = await cleanGiven(definition, answer);
    await requireTargets(reads, definition, values);
    return values;
  } catch (error) {
    // A write of a hook that fails is that hook's mistake, and so is the name of no field.
    const isMistake = isCaused || Object.keys(answer).some((name) => !Object.hasOwn(definition.fields, name));
    throw isRefusal(error) && !isMistake ? await unfit(given, error.problems) : error;
  }
}

/** The refusal of values that a hook made of what was sent, such as a product of too many digits. Hidden fields are not named. */
async function unfit({ hook, definition, context }: Answer, problems: Problems): Promise<AppError> {
  const rights = definition.access && (await context.rights?.());
  const seen = Object.entries(problems).filter(([path]) => {
    const field = path.split('.', 1)[0] as string; // each text has a first part
    return !rights || rights.shows(definition, field);
  });
  const told = badParameters(seen.length > 0 ? Object.fromEntries(seen) : { '': message('unfitFromHook') });
  return new AppError('refusedByHook', {
    detail: told.detail,
    refusal: told.detail,
    problems: told.problems,
    reason: message('refusedBy', { code: `hook ${hook}` }),
  });
}
