import type { RowChanges } from '../../definitions/types/row-types.ts';
import type { Language } from '../../messages/languages.ts';
import { type Message, render } from '../../messages/message.ts';
import type { Records } from '../../records/records.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import { shownText, storedText } from '../../records/stored-text.ts';
import type { Writes } from '../../records/write/writes.ts';
import { followByMails } from './pause-mail.ts';
import { type Webhook, webhook } from './webhook.collection.ts';

interface PauseParts {
  readonly records: Records;
  /** Writes a line to the log of the process. */
  readonly warn: (line: string) => void;
}

/** Pauses a webhook for a problem, in the name of a task, and writes a line if it was active. */
export async function pauseFor(
  { records, warn }: PauseParts,
  { id }: Pick<Webhook, 'id'>,
  problem: Message,
  task: string,
): Promise<void> {
  const wasActive = await records.write(systemContext(task), async (writes) => {
    const hook: Webhook | undefined = await writes.find(webhook, id);
    if (hook) await changeHook(writes, hook, { state: 'paused', problem: storedText(problem) });
    return hook?.state === 'active';
  });
  if (wasActive) warn(`webhook ${id} is paused: ${render(problem, 'en')}`);
}

/** Changes a webhook in the server's own name. A pause is followed by mails. */
export async function changeHook(
  writes: Writes,
  before: Webhook,
  changes: RowChanges<typeof webhook>,
): Promise<void> {
  await writes.update(webhook, before.id, changes);
  if (before.state === 'active' && changes.state === 'paused') await followByMails(writes, before);
}

/** A row with its problem in the reader's language. */
export function problemIn(language: Language) {
  return <Row extends { readonly problem: string | null }>(row: Row): Row => ({
    ...row,
    problem: row.problem === null ? null : shownText(row.problem, language),
  });
}
