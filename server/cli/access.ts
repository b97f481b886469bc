import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogueWith } from '../built-in-collections.ts';
import { CannotStart } from '../errors.ts';
import { type Command, Misuse } from '../module/commands/command.ts';
import { accessLines } from '../project/access-lines.ts';
import { loadProject } from '../project/project.ts';
import { readSettings } from '../settings.ts';
import { testAccess } from './access/test-access.ts';
import { writeIfChanged } from './shared/write-if-changed.ts';

const TITLE = '# Who may do what, by the definitions. Written by `quire access lock`.\n\n';

export const access: Command = {
  usage: 'lock|check|test [--file <file>]',
  summary:
    'Writes who may do what into a file for review, access.lock beside the collections; check fails if it has changed, test if a statement of access-tests/ does not hold.',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      options: { file: { type: 'string' } },
      allowPositionals: true,
    });
    const [step, ...others] = positionals;
    const isKnown = step === 'lock' || step === 'check' || step === 'test';
    if (!isKnown || others.length > 0) throw new Misuse('name lock, check or test');
    const settings = readSettings();
    const { contentDir, locales } = settings;
    if (step === 'test') return testAccess(settings);
    const project = await loadProject(contentDir, locales);
    const { served } = catalogueWith(project.collections);
    const lines = accessLines(served, project);
    const file = values.file ?? join(project.root, 'access.lock');
    if (step === 'check') check(file, lines);
    else if (writeIfChanged(file, `${TITLE}${lines.join('\n')}\n`)) console.error(`Wrote ${file}.`);
    else console.error(`${file} is up to date.`);
  },
};

/** Prints the lines that were added or removed since the file was written. */
function check(file: string, lines: readonly string[]): void {
  if (!existsSync(file)) throw new CannotStart(`${file} does not exist; \`quire access lock\` writes it`);
  const [, locked = ''] = readFileSync(file, 'utf8').split(TITLE);
  const [now, then] = [new Set(lines), new Set(locked.split('\n').filter((line) => line !== ''))];
  const changes = [
    ...then
      .difference(now)
      .values()
      .map((line) => `- ${line}`),
    ...now
      .difference(then)
      .values()
      .map((line) => `+ ${line}`),
  ];
  for (const change of changes) console.log(change);
  if (changes.length === 0) console.error(`Access is as in ${file}.`);
  else {
    console.error(`Access differs from ${file}; \`quire access lock\` updates it.`);
    process.exitCode = 1;
  }
}
