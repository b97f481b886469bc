import { readFileSync } from 'node:fs';
import type { Environment } from '../../shared/system/environment.ts';
import type { Setting } from './setting-kinds.ts';

/** Settings by name. */
export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;

/** The value of every setting of a table. */
export type ValuesOf<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

interface ReadSettings<Table extends SettingsTable> {
  readonly values: ValuesOf<Table>;
  /** Problems by name, with the allowed values. */
  readonly problems: readonly string[];
}

/**
 * Reads the settings of a table; one that is not given has its default. `NAME_FILE` names a file that holds the value of
 * `NAME`, as secrets are handed to containers.
 */
export function readSettingsTable<Table extends SettingsTable>(
  table: Table,
  given: Environment,
): ReadSettings<Table> {
  const problems: string[] = [];
  const entries = Object.entries(table).map(([name, setting]) => {
    const { text = setting.initial, problem } = givenText(table, name, given);
    if (problem !== undefined) problems.push(problem);
    else if (!setting.fits(text)) problems.push(problemOf(name, text, setting.allowed));
    return [name, setting.read(text)];
  });
  return { values: Object.fromEntries(entries), problems };
}

/** Whether a name of the environment gives a setting, itself or by a file. */
export function givesSetting(table: object, name: string): boolean {
  return Object.hasOwn(table, name) || Object.hasOwn(table, name.replace(/_FILE$/, ''));
}

/** What the environment says of a setting, itself or by a file; a line break at the end of the file does not count. */
function givenText(
  table: SettingsTable,
  name: string,
  given: Environment,
): { readonly text?: string | undefined; readonly problem?: string } {
  const byFile = `${name}_FILE`;
  const [text, file] = [given[name], given[byFile]];
  if (file === undefined || Object.hasOwn(table, byFile)) return { text };
  if (text !== undefined) return { problem: `${name}: also given by ${byFile}; allowed: one of the two` };
  try {
    return { text: textOf(readFileSync(file)) };
  } catch (error) {
    return { problem: `${byFile}: ${(error as Error).message}; allowed: a file that can be read` };
  }
}

/** Throws if the bytes are no text: a setting must not hold other characters than its file, or none as if it was not given. */
function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  if (text === '') throw new Error('the file is empty');
  return text;
}

function problemOf(name: string, text: string, allowed: string): string {
  const what = text === '' ? 'not set' : `'${withoutSecrets(name, text)}' cannot be used`;
  return `${name}: ${what}; allowed: ${allowed}`;
}

function withoutSecrets(name: string, text: string): string {
  return /SECRET|PASSWORD|KEY|TOKEN/.test(name) ? '…' : text.replace(/(:\/\/[^:]*:).*@/, '$1…@');
}
