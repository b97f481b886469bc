import { proofOf, type Route } from '../http/route.ts';
import type { Settings } from '../settings/values.ts';
import type { Module, Opened } from './define-module.ts';
import type { Host } from './host.ts';

/** Opens modules in their order, unless the settings switch them off, and defines their jobs. */
export function openModules(modules: readonly Module[], host: Host): Opened[] {
  const on = modules.filter((module) => isSwitchedOn(module, host.settings));
  const opened = on.map((module) => withGuards(module, module.open?.(host) ?? {}));
  for (const kind of opened.flatMap(({ jobs = [] }) => jobs)) host.store.jobs.define(kind);
  return opened;
}

/** Says of each route what its module says of all, and the proof that follows from it. */
function withGuards({ about, keyReach }: Module, opened: Opened): Opened {
  const said = { ...(about && { about }), ...(keyReach && { keyReach }) };
  const guarded = (one: Route): Route => {
    const route = { ...said, ...one };
    return { ...route, ...proofOf(route) };
  };
  return { ...opened, routes: opened.routes?.map(guarded) ?? [] };
}

/** Whether the settings switch a module on. */
export function isSwitchedOn({ isOn }: Module, settings: Settings): boolean {
  return isOn?.(settings) ?? true;
}
