import { AppError } from '../errors.ts';
import type { Translations } from '../messages/languages.ts';
import { message, render, type Text } from '../messages/message.ts';
import { text as aText } from './checks/option-checks.ts';
import { shown } from './checks/options.ts';
import type { OwnFailure } from './project/define-failures.ts';

/** The refusal of a hook or a route, with its author's text. */
export class Refusal extends Error {
  readonly text: Text;
  /** The field that it is about, or ''. */
  readonly field: string;

  constructor(text: Text, field = '') {
    super(render(text, 'en'));
    this.text = text;
    this.field = field;
  }
}

/** A failure of its author's, thrown by a hook or a route. */
class OwnRefusal extends Error {
  readonly failure: OwnFailure;
  readonly detail: Text | undefined;

  constructor(failure: OwnFailure, detail: Text | undefined) {
    super(render(failure.sentence, 'en'));
    this.failure = failure;
    this.detail = detail;
  }
}

/**
 * Call it in a hook or a route: its writes are rolled back, and the request is answered with 400 and this text, in one language
 * or several.
 */
export function refuse(text: string | Translations, field?: string): never {
  if (!aText.accepts(text)) throw new TypeError(`refuse needs ${aText.allowed}, not ${shown(text)}`);
  throw new Refusal(text, field);
}

/**
 * Call it in a hook or a route: its writes are rolled back, and the request is answered with this failure, which programs know by
 * its type. The detail completes its sentence.
 */
export function fail(failure: OwnFailure, detail?: string | Translations): never {
  if (failure?.isOwn !== true)
    throw new TypeError(`fail needs a failure of defineFailures, not ${shown(failure)}`);
  if (detail !== undefined && !aText.accepts(detail))
    throw new TypeError(`the detail of a failure must be ${aText.allowed}, not ${shown(detail)}`);
  throw new OwnRefusal(failure, detail);
}

/** Call it in a route: the request is answered with 404, as for a missing record. */
export function notFound(): never {
  throw new AppError('recordNotFound');
}

/** A refusal as the failure that the client sees; undefined for any other error. `by` names the code that refused. */
export function refusalOf(error: unknown, by: string): AppError | undefined {
  const reason = message('refusedBy', { code: by });
  if (error instanceof OwnRefusal) return new AppError(error.failure, { detail: error.detail, reason });
  if (!(error instanceof Refusal)) return undefined;
  const { field, text } = error;
  return new AppError('refusedByHook', {
    detail: field === '' ? text : message('fieldProblem', { field, problem: text }),
    problems: { [field]: text },
    refusal: text,
    reason,
  });
}
