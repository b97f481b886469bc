import { parseArgs } from 'node:util';
import { done, operatorDoor, success } from '../access/index.ts';
import { message } from '../messages/message.ts';
import type { Command } from '../module/commands/command.ts';
import { seed as seedProject } from '../project/seed.ts';
import { makeSeedFiles } from '../project/seed-files.ts';
import { quireCommand } from '../shared/system/how-to-call.ts';
import { withServer } from './shared/with-server.ts';

export const seed: Command = {
  usage: '[--dry-run]',
  summary: "Writes the project's groups, service users and fixtures, all or none; --dry-run keeps nothing.",
  async run(args) {
    const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } });
    await withServer(async ({ store, project, takeFile }) => {
      const lines: string[] = [];
      const door = operatorDoor(store, 'seed');
      const files = makeSeedFiles(project.root, takeFile?.(values['dry-run']), values['dry-run']);
      const doSeed = values['dry-run'] ? door.tryOut.bind(door) : door.write.bind(door);
      await doSeed(async (writes) => {
        lines.length = 0; // a transaction may be done again
        await seedProject(writes, project, files, (line) => lines.push(line));
        return done(success.done, message('seedDone'));
      });
      for (const line of lines) console.log(line);
      if (lines.length === 0) console.log(`Nothing to seed in ${project.root}: no access/ and no fixtures/`);
      else if (values['dry-run']) console.log(`\nNothing was kept. To write this: ${quireCommand} seed`);
    });
  },
};
