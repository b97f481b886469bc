import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { isSame } from '../../record.ts';
import type { Rights } from '../../rights.ts';
import type { Reads } from '../../store/reads.ts';
import { rightsOverEach } from '../../store/shown.ts';
import { rightsOver, type WriteReads } from '../../store/write-context.ts';

interface Closing {
  readonly sent: Raw;
  /** The checked values, in which the closed ones are put back. */
  readonly values: Raw;
  /** The stored values, or the initial ones of a new record. */
  readonly before: Raw;
  /** The states in which a field must be open that is open in some records alone: as stored, and as sent. */
  readonly states: readonly [Raw, ...Raw[]];
}

/**
 * Keeps the stored value (of a new record: the initial one) of every field that the actor may not write. Sending a readable
 * value back unchanged is fine; anything else is refused by name. A field that was not sent also keeps its value unless
 * the actor may both see and change it, so that replacing a record does not reset what the actor cannot see.
 */
export async function keepClosed(
  reads: Reads,
  definition: Definition,
  rights: Rights | undefined,
  { sent, values, before, states }: Closing,
): Promise<void> {
  if (!rights || definition.guarded.length === 0) return;
  const rightsIn = await rightsOverEach(reads, definition, rights, states);
  const problems: Record<string, Text> = {};
  for (const name of definition.guarded) {
    if (!(name in values)) continue;
    const isSent = sent[name] !== undefined;
    const isOpen = isSent
      ? states.every((state) => rightsIn(state).changes(definition, name))
      : maySeeAndChange(rights, definition, name);
    if (isOpen) continue;
    const isSeen = rightsIn(states[0]).shows(definition, name);
    const isKept = isSame(values[name], before[name]) || isSame(sent[name], before[name]);
    // A field that is neither readable nor writable is reported as unknown.
    if (isSent && !(isSeen && isKept)) problems[name] = message(isSeen ? 'notWritable' : 'notAField');
    values[name] = before[name];
  }
  if (Object.keys(problems).length > 0) throw badParameters(problems);
}

/** Whether the actor may overwrite a field of any record without naming it: only if they can see its old value. */
export function maySeeAndChange(rights: Rights, definition: Definition, name: string): boolean {
  return rights.changes(definition, name) && rights.shows(definition, name);
}

/** The fields of a collection that the actor may both see and change; none that are secret. */
export async function openFields(reads: WriteReads, definition: Definition): Promise<string[]> {
  const rights = await rightsOver(reads, definition);
  return Object.entries(definition.fields).flatMap(([name, { secret }]) =>
    !secret && (!rights || maySeeAndChange(rights, definition, name)) ? name : [],
  );
}
