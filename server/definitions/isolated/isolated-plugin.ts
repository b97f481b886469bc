import { CannotStart } from '../../errors.ts';
import type { PluginHookEvent, PluginHooks } from '../plugin-hooks.ts';
import { defineJob } from '../project/define-job.ts';
import type { Plugin } from '../project/define-plugin.ts';
import { markDefined } from '../project/defined.ts';
import { Isolated } from './isolated.ts';
import { type Manifest, readManifest } from './manifest.ts';

/**
 * A plug-in that runs in a process of its own, for the list in a project's `plugins.ts`. Its `package.json` says what it needs; its
 * code is never loaded into the server.
 *
 * @param folder The folder of its package: `new URL('./isolated/word-count/', import.meta.url)`.
 */
export function isolatedPlugin(folder: URL): Plugin {
  if (!(folder instanceof URL) || folder.protocol !== 'file:')
    throw new CannotStart(
      "isolatedPlugin needs the folder of a package, such as new URL('./isolated/word-count/', import.meta.url)",
    );
  return toPlugin(readManifest(folder));
}

/** The same plug-in for another server: each has a process of its own. */
export function freshIsolated(plugin: Plugin): Plugin {
  return plugin.isolated ? toPlugin(plugin.isolated.manifest) : plugin;
}

function toPlugin(manifest: Manifest): Plugin {
  const isolated = new Isolated(manifest);
  const { hooks, jobs } = manifest.needs;
  return markDefined<Plugin>('definePlugin', {
    name: manifest.name,
    isolated,
    ...(Object.keys(hooks).length > 0 && { hooks: hooksOf(isolated) }),
    jobs: Object.entries(jobs).map(([name, { label, cron }]) =>
      defineJob<unknown>({
        name: `${manifest.name.replaceAll('-', '_')}_${name}`.slice(0, 40),
        label,
        schedule: { cron },
        timeout: JOB_S,
        run: ({ delivery, due, tries }) =>
          isolated.call({ kind: 'job', name, event: { delivery, due, tries } }),
      }),
    ),
  });
}

/** Seconds that a job may take. */
const JOB_S = 60;

/** Hooks that pass on what they get, for the collections and moments that the manifest names. */
function hooksOf(isolated: Isolated): PluginHooks {
  const { hooks } = isolated.manifest.needs;
  const moments = [...new Set(Object.values(hooks).flat())];
  const passing = moments.map((name) => [
    name,
    (event: PluginHookEvent & Readonly<Record<string, unknown>>) => {
      const { collection } = event;
      if (!hooks[collection]?.includes(name)) return undefined;
      return isolated.call({ kind: 'hook', collection, name, event });
    },
  ]);
  return { only: Object.keys(hooks), ...Object.fromEntries(passing) };
}
