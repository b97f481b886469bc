import type { Needs } from '../../../api/admin/plugins.ts';
import { t } from '../../../texts/admin.ts';

/** One thing that a plug-in needs, in words. */
export interface NeedLine {
  /** Names it among the others. */
  readonly key: string;
  readonly text: string;
  readonly need: Needs;
}

/** What a plug-in needs, a line for each thing that can be granted by itself. */
export function linesOf({
  collections = {},
  hooks = {},
  jobs = {},
  hosts = [],
  settings = [],
}: Needs): NeedLine[] {
  const words = t.plugins.needs;
  const line = (text: string, need: Needs): NeedLine => ({ key: JSON.stringify(need), text, need });
  return [
    ...Object.entries(collections).flatMap(([name, actions]) =>
      (['read', 'create', 'update', 'delete'] as const).flatMap((action) => {
        const fields = actions[action];
        if (fields === undefined) return [];
        const named = fields === true ? t.plugins.allFields : fields.join(', ');
        return line(words[action](name, named), { collections: { [name]: { [action]: fields } } });
      }),
    ),
    ...Object.entries(hooks).flatMap(([name, all]) =>
      all.map((hook) => line(words.hook(name, hook), { hooks: { [name]: [hook] } })),
    ),
    ...Object.entries(jobs).map(([name, job]) =>
      line(words.job(job.label, job.cron), { jobs: { [name]: job } }),
    ),
    ...hosts.map((host) => line(words.host(host), { hosts: [host] })),
    ...settings.map((name) => line(words.setting(name), { settings: [name] })),
  ];
}

/** The needs of some lines together. */
export function needsOf(lines: readonly NeedLine[]): Needs {
  const collections: Record<string, object> = {};
  const hooks: Record<string, string[]> = {};
  for (const { need } of lines) {
    for (const [name, actions] of Object.entries(need.collections ?? {}))
      collections[name] = { ...collections[name], ...actions };
    for (const [name, all] of Object.entries(need.hooks ?? {}))
      hooks[name] = [...(hooks[name] ?? []), ...all];
  }
  return {
    collections,
    hooks,
    jobs: Object.assign({}, ...lines.map(({ need }) => need.jobs)),
    hosts: lines.flatMap(({ need }) => need.hosts ?? []),
    settings: lines.flatMap(({ need }) => need.settings ?? []),
  };
}
