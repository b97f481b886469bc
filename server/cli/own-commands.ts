import { operatorDoor } from '../access/operator.ts';
import type { CommandDefinition } from '../definitions/project/define-command.ts';
import { refusalOf } from '../definitions/refuse.ts';
import { render } from '../messages/message.ts';
import type { Command, LoadCommand } from '../module/commands/command.ts';
import { loadPlugins } from '../project/project.ts';
import { RecordsScope } from '../records/scope/collections-scope.ts';
import { readSettings } from '../settings.ts';

/** The commands that the plug-ins of the project add. Throws CannotStart if the project cannot be read. */
export async function ownCommands(): Promise<Readonly<Record<string, LoadCommand>>> {
  const plugins = await loadPlugins(readSettings().contentDir);
  const all = plugins.flatMap(({ defined: { commands = [] } }) => commands);
  return Object.fromEntries(all.map((one) => [one.name, async () => commandOf(one)]));
}

function commandOf({ name, usage = '', label, run }: CommandDefinition): Command {
  return {
    usage,
    summary: render(label, 'en'),
    run: (args, { withServer }) =>
      withServer(async ({ store }) => {
        const place = operatorDoor(store, name).place(label);
        await new RecordsScope(place)
          .run((scope) =>
            run({
              args,
              time: Date.now(),
              records: scope.records,
              transaction: (work) => scope.transaction(work),
            }),
          )
          .catch((error) => {
            throw refusalOf(error, `command ${name}`) ?? error;
          });
      }),
  };
}
