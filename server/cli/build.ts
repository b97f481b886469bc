import { parseArgs } from 'node:util';
import { writeBuilt } from '../console-parts/built-parts.ts';
import { compileParts } from '../console-parts/compile-parts.ts';
import type { Command } from '../module/commands/command.ts';
import { loadProject } from '../project/project.ts';
import { readSettings } from '../settings.ts';

export const build: Command = {
  usage: '',
  summary: "Compiles the project's parts of the console, so that a start needs nothing that compiles.",
  async run(args) {
    parseArgs({ args });
    const { contentDir, locales } = readSettings();
    const { root, console: parts } = await loadProject(contentDir, locales);
    if (parts.length === 0) {
      console.error('There is nothing to build: the project has no parts of the console.');
      return;
    }
    const compiled = await compileParts(
      root,
      parts.map(({ file }) => file),
    );
    const folder = writeBuilt(root, compiled);
    console.error(
      `Wrote ${compiled.files.size} files to ${folder}: ${parts.map(({ name }) => name).join(', ')}.`,
    );
  },
};
