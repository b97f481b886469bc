import { parseArgs } from 'node:util';
import { settingsTable } from '../settings/table.ts';
import type { Command } from './command.ts';

export const settings: Command = {
  usage: '[--markdown]',
  summary: 'Lists every setting with its meaning, allowed values and default; --markdown as a table.',
  async run(args) {
    const { values } = parseArgs({ args, options: { markdown: { type: 'boolean' } } });
    console.log(values.markdown ? markdownTable() : plainList());
  },
};

/** The table of docs/settings.md. */
export function markdownTable(): string {
  const rows = Object.entries(settingsTable).map(([name, { initial, allowed, meaning }]) =>
    ['', `\`${name}\``, initial === '' ? '' : `\`${initial}\``, meaning, escaped(allowed), '']
      .join(' | ')
      .trim(),
  );
  return ['| setting | default | meaning | allowed |', '|---|---|---|---|', ...rows].join('\n');
}

function plainList(): string {
  const entries = Object.entries(settingsTable).map(([name, { initial, allowed, meaning }]) => {
    const standard = initial === '' ? '' : `\n    default: ${initial}`;
    return `${name}\n    ${meaning}\n    allowed: ${allowed}${standard}`;
  });
  return entries.join('\n');
}

/** Markdown would read `<path>` as HTML. */
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;');
}
