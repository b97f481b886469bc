import type { Text } from '../../messages/message.ts';
import { aFunction, hyphenated, needed, text } from '../checks/option-checks.ts';
import type { OptionCheck, OptionTable } from '../checks/options.ts';
import type { Records } from '../types/collections-api.ts';
import { markDefined, requireSound, subjectOf } from './defined.ts';

/** What a command receives. */
export interface CommandEvent {
  /** The words behind its name. Read them with `parseArgs` of `node:util`: its errors show the usage, and end the command with 2. */
  readonly args: string[];
  /** In milliseconds since 1970. */
  readonly time: number;
  /** All collections of the project. Outside of a transaction, each write is one of its own, logged with the label. */
  readonly records: Records;
  /** Runs work as one transaction; an error undoes all of it. */
  transaction<T>(work: (records: Records) => Promise<T>): Promise<T>;
}

/** The declaration of a command. */
export interface CommandSource {
  /** `quire <name>` runs it: lower-case words joined by hyphens. */
  readonly name: string;
  /** The arguments, as help shows them: `<collection> [--apply]`. */
  readonly usage?: string;
  /** What it does, for help and for the log. */
  readonly label: Text;
  /** Runs beside servers, on a database whose tables match. `refuse` and `fail` print their text, and end the command with 1. */
  readonly run: (event: CommandEvent) => unknown;
}

/** A command of a plug-in. */
export interface CommandDefinition extends CommandSource {}

const oneLine: OptionCheck = {
  allowed: 'one line of text',
  accepts: (value) => typeof value === 'string' && !value.includes('\n'),
};
const COMMAND: OptionTable<CommandSource> = {
  owner: 'a command',
  checks: { name: needed(hyphenated), usage: oneLine, label: needed(text), run: needed(aFunction) },
};

/** Describes a command of `quire`. Throws if the description is wrong. */
export function defineCommand(source: CommandSource): CommandDefinition {
  requireSound(subjectOf('command', source?.name), COMMAND, source);
  return markDefined('defineCommand', { ...source });
}
