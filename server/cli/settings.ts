import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SettingsTable } from '../definitions/project/read-settings.ts';
import type { Command } from '../module/commands/command.ts';
import { tableOfModules } from '../module/module-settings.ts';
import { modules } from '../modules.ts';
import { loadOwnSettings } from '../project/own-settings.ts';
import { settingsTable } from '../settings/table.ts';
import { readEnvironment } from '../shared/system/environment.ts';

/** Settings that are there for each of several names are described once. */
const describedTable: SettingsTable = Object.assign(
  {},
  settingsTable,
  tableOfModules(modules),
  ...modules.map(({ furtherSettings }) => furtherSettings?.described),
);

export const settings: Command = {
  usage: '[--markdown]',
  summary: 'Lists every setting with its meaning, allowed values and default; --markdown as a table.',
  async run(args) {
    const { values } = parseArgs({ args, options: { markdown: { type: 'boolean' } } });
    if (values.markdown) return console.log(markdownTable());
    console.log(plainList(describedTable));
    const { CONTENT_DIR = settingsTable.CONTENT_DIR.initial } = readEnvironment();
    const root = dirname(resolve(CONTENT_DIR));
    const own = await loadOwnSettings(root);
    if (Object.keys(own).length > 0) console.log(`\nSettings of the project in ${root}:\n${plainList(own)}`);
  },
};

/** The table of docs/reference/settings.md. */
export function markdownTable(): string {
  const records = Object.entries(describedTable).map(([name, { initial, allowed, meaning }]) =>
    ['', `\`${name}\``, initial === '' ? '' : `\`${initial}\``, meaning, escaped(allowed), '']
      .join(' | ')
      .trim(),
  );
  return ['| setting | default | meaning | allowed |', '|---|---|---|---|', ...records].join('\n');
}

function plainList(table: SettingsTable): string {
  const entries = Object.entries(table).map(([name, { initial, allowed, meaning }]) => {
    const standard = initial === '' ? '' : `\n    default: ${initial}`;
    return `${name}\n    ${meaning}\n    allowed: ${allowed}${standard}`;
  });
  return entries.join('\n');
}

/** Markdown would read `<path>` as HTML. */
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;');
}
