import type { Raw } from '../../../database/engine.ts';
import { type Definition, Problem } from '../../../definitions/for-server.ts';
import { badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { toJson } from '../../../shared/exact-json.ts';
import { isSame } from '../../record.ts';
import type { Rights } from '../../rights.ts';
import { type Reads, rightsOver, type WriteReads } from '../../store/index.ts';
import { rightsOverEach } from '../../store/shown.ts';
import { cleanValue } from './clean.ts';

// What was sent and is not written: it stays as it is, or is refused.

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

/** The actor's rights over the fields of this record. */
export async function rightsIn(
  reads: WriteReads,
  definition: Definition,
  record: Raw,
): Promise<Rights | undefined> {
  const rights = await rightsOver(reads, definition);
  return rights && (await rightsOverEach(reads, definition, rights, [record]))(record);
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

/** Sent values apart from those that may stay only where a record holds them already, with the problem of each. */
export interface Judged {
  readonly judged: Raw;
  readonly doubtful: ReadonlyMap<string, Text>;
}

const NONE: ReadonlyMap<string, Text> = new Map();

/** Sets aside what fields refuse whose records may hold values from before their rule, or from another program. */
export function setAsideLegacy({ legacy, fields, writes }: Definition, sent: Raw): Judged {
  const names = writes ? Object.keys(fields) : legacy;
  if (names.length === 0) return { judged: sent, doubtful: NONE };
  const doubtful = new Map<string, Text>();
  const judged = { ...sent };
  for (const name of names) {
    const field = fields[name];
    if (!field || sent[name] === undefined || sent[name] === null) continue;
    const cleaned = cleanValue(field, sent[name]);
    if (!(cleaned instanceof Problem)) continue;
    doubtful.set(name, cleaned.text);
    delete judged[name];
  }
  return { judged, doubtful };
}

/**
 * Puts these values back where the record holds them. Throws for any other, and for one that the actor may not see. What another
 * program stored and is sent back stays to the letter, such as a text with spaces at its ends.
 */
export function keepLegacy(
  definition: Definition,
  rights: Rights | undefined,
  {
    sent,
    values,
    before,
    doubtful,
  }: Pick<Judged, 'doubtful'> & { readonly sent: Raw; readonly values: Raw; readonly before: Raw },
): void {
  const problems: Record<string, Text> = {};
  if (definition.writes)
    for (const name of Object.keys(values)) if (isSame(sent[name], before[name])) values[name] = before[name];
  for (const [name, problem] of doubtful) {
    const isSeen = rights?.shows(definition, name) ?? true;
    if (isSeen && toJson(before[name] ?? null) === toJson(sent[name])) values[name] = before[name];
    else problems[name] = problem;
  }
  if (Object.keys(problems).length > 0) throw badParameters(problems);
}

/**
 * Refuses new values of fields that a query answers and that no column takes, and of the fields that make an id. To send what a
 * record holds already is fine, but for fields that the actor may not see in it: that would tell whether a guess is right.
 */
export function refuseUnwritten(definition: Definition, sent: Raw, before?: Raw, rights?: Rights): void {
  const { writes, fields, key = [] } = definition;
  if (!writes) return;
  const problems: Record<string, Text> = {};
  for (const [name, field] of Object.entries(fields)) {
    const isRead = !writes.columns.has(name) || (before !== undefined && key.includes(name));
    const value = sent[name];
    if (!isRead || value === undefined) continue;
    if (before && rights?.shows(definition, name) === false) {
      problems[name] = message('notAField');
      continue;
    }
    if (isSame(value, before?.[name])) continue;
    if (!isSame(cleanValue(field, value), before?.[name] ?? null)) problems[name] = message('neverWritten');
  }
  if (Object.keys(problems).length > 0) throw badParameters(problems);
}
