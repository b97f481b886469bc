import { message } from '../messages/message.ts';
import { namesOfRemoved, type RemovedHtml } from '../records/write/values/removed-html.ts';
import { WriteResult } from './write-result.ts';

/** The result of a write, with what was removed from the HTML that it took in its words. */
export function tellingRemoved(
  result: WriteResult,
  removed: readonly (RemovedHtml | undefined)[],
): WriteResult {
  const names = namesOfRemoved(removed);
  if (names.length === 0) return result;
  const { status, code, text } = result;
  return new WriteResult({ status, code, text: message('htmlRemoved', { text, names }) }, result);
}
