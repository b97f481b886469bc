import { isMissing, QuireError } from '../api/connection.ts';
import { t } from '../texts/index.ts';

interface Advice {
  readonly what: string;
  readonly todo: string;
  readonly mayRetry: boolean;
}

/** What went wrong, preferably in the server's words, and what to do about it. */
export function adviceFor(error: unknown): Advice {
  const texts = t.errors;
  if (!(error instanceof QuireError)) return { what: texts.offline, todo: texts.offlineTodo, mayRetry: true };
  const what = error.message || texts.refused;
  if (error.status === 429) return { what, todo: texts.tooManyTodo, mayRetry: true };
  if (isMissing(error)) return { what, todo: texts.goneTodo, mayRetry: false };
  if (error.status >= 500) return { what, todo: texts.brokenTodo, mayRetry: true };
  if (error.status === 401 || error.status === 403)
    return { what, todo: texts.forbiddenTodo, mayRetry: false };
  return { what, todo: texts.refusedTodo, mayRetry: false };
}
