import type { RecordChanges } from '../../definitions/types/record-types.ts';
import type { Language } from '../../messages/languages.ts';
import { type Message, render } from '../../messages/message.ts';
import { shownText, storedText, systemContext, type Writes } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { followByMails } from './pause-mail.ts';
import { type Webhook, webhook } from './webhook.collection.ts';

interface PauseParts {
  readonly store: RecordStore;
  /** Writes a line to the log of the process. */
  readonly warn: (line: string) => void;
}

/** Pauses a webhook for a problem, in the name of a task, and writes a line if it was active. */
export async function pauseFor(
  { store, warn }: PauseParts,
  { id }: Pick<Webhook, 'id'>,
  problem: Message,
  task: string,
): Promise<void> {
  const wasActive = await store.write(systemContext(task), async (writes) => {
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
  changes: RecordChanges<typeof webhook>,
): Promise<void> {
  await writes.update(webhook, before.id, changes);
  if (before.state === 'active' && changes.state === 'paused') await followByMails(writes, before);
}

/** A record with its problem in the reader's language. */
export function problemIn(language: Language) {
  return <Item extends { readonly problem: string | null }>(record: Item): Item => ({
    ...record,
    problem: record.problem === null ? null : shownText(record.problem, language),
  });
}
