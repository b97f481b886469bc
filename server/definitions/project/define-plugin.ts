import { hyphenated, needed } from '../checks/option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable, problemsOfOptions } from '../checks/options.ts';
import type { Definition } from '../define-collection.ts';
import type { Isolated } from '../isolated/isolated.ts';
import { PLUGIN_HOOKS, type PluginHooks } from '../plugin-hooks.ts';
import type { CommandDefinition } from './define-command.ts';
import type { FigureDefinition } from './define-figure.ts';
import type { AnyJob } from './define-job.ts';
import type { AnyMail } from './define-mail.ts';
import type { DataMigration } from './define-migration.ts';
import type { RouteDefinition } from './define-route.ts';
import { isDefinedBy, markDefined, requireSound, subjectOf } from './defined.ts';

/** The declaration of a plug-in. All but its name may be left out. */
export interface PluginSource {
  /** Lower-case words joined by hyphens, at most 30 characters. No other plug-in and no feature of the server has it. */
  readonly name: string;
  /** The names of plug-ins and features of the server without which it does not work. */
  readonly needs?: readonly string[];
  /**
   * What `defineCollection` and `defineSingleton` return. Their tables, routes, permissions, histories and pages of the console are
   * made as for collections in the project's folder. The tables stay when the plug-in is removed.
   */
  readonly collections?: readonly Definition[];
  /** What `defineRoute` returns. */
  readonly routes?: readonly RouteDefinition[];
  /** What `defineJob` returns. Those with a `schedule` are due by themselves. */
  readonly jobs?: readonly Pick<AnyJob, 'name' | 'label' | 'timeout'>[];
  /** What `defineMail` returns. */
  readonly mails?: readonly Pick<AnyMail, 'name' | 'label'>[];
  /** What `defineSettings` returns: `quire settings` lists them, and no other plug-in nor the project may have one of their names. */
  readonly settings?: object;
  /** What `defineMigration` returns. */
  readonly migrations?: readonly Pick<DataMigration, 'name'>[];
  /** What `defineFigure` returns: what it tells operators at `/metrics`, where that is on. */
  readonly figures?: readonly FigureDefinition[];
  /** What `defineCommand` returns: each is a command of `quire`. */
  readonly commands?: readonly CommandDefinition[];
  /** What runs around each write of a record, in the same transaction. */
  readonly hooks?: PluginHooks;
  /** The folder of its parts of the console: `new URL('./console/', import.meta.url)`. It is read like the folder of a project. */
  readonly console?: URL;
}

/** A plug-in: what a package or a file adds to a project. */
export interface Plugin extends Omit<PluginSource, 'jobs' | 'mails' | 'migrations'> {
  readonly jobs?: readonly AnyJob[];
  readonly mails?: readonly AnyMail[];
  readonly migrations?: readonly DataMigration[];
  /** Its process, if it runs in one of its own: `isolatedPlugin` returned it. */
  readonly isolated?: Isolated;
}

const pluginName: OptionCheck = {
  allowed: `${hyphenated.allowed}, at most 30 characters`,
  accepts: (value) => hyphenated.accepts(value) && String(value).length <= 30,
};

const PLUGIN: OptionTable<PluginSource> = {
  owner: 'a plug-in',
  checks: {
    name: needed(pluginName),
    needs: {
      allowed: "a list of names of plug-ins and features, such as ['files']",
      accepts: (value) => Array.isArray(value) && value.every(hyphenated.accepts),
    },
    collections: {
      allowed: 'a list of what defineCollection(…) or defineSingleton(…) returns',
      accepts: (value) => Array.isArray(value) && value.every(isDefinition),
    },
    routes: listOf('defineRoute'),
    jobs: listOf('defineJob'),
    mails: listOf('defineMail'),
    migrations: listOf('defineMigration'),
    figures: listOf('defineFigure'),
    commands: listOf('defineCommand'),
    settings: {
      allowed: 'what defineSettings(…) returns',
      accepts: (value) => isDefinedBy('defineSettings', value),
    },
    console: {
      allowed: "the folder of its parts of the console, new URL('./console/', import.meta.url)",
      accepts: (value) => value instanceof URL && value.protocol === 'file:',
    },
    hooks: {
      allowed: 'an object such as { beforeCreate({ collection, values }) { … } }',
      accepts: isPlainObject,
    },
  },
  contradiction: ({ hooks, figures = [] }) => {
    const names = figures.map(({ name }) => name);
    const twice = names.find((name, place) => names.indexOf(name) < place);
    if (twice !== undefined) return `two figures have the name '${twice}'`;
    return (hooks ? problemsOfOptions(PLUGIN_HOOKS, hooks).join('\n') : '') || undefined;
  },
};

/** Describes a plug-in, for the list in a project's `plugins.ts`. Throws if the description is wrong. */
export function definePlugin(source: PluginSource): Plugin {
  requireSound(subjectOf('plug-in', source?.name), PLUGIN, source);
  return markDefined('definePlugin', { ...(source as Plugin) }); // the table has checked the lists
}

function listOf(define: string): OptionCheck {
  return {
    allowed: `a list of what ${define}(…) returns`,
    accepts: (value) => Array.isArray(value) && value.every((one) => isDefinedBy(define, one)),
  };
}

/** Whether it is what `defineCollection` returns. */
export function isDefinition(value: unknown): value is Definition {
  return isPlainObject(value) && isPlainObject(value.fields) && isPlainObject(value.columns);
}
