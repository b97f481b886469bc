import type { Module, Opened } from './define-module.ts';
import type { Host } from './host.ts';

/** Opens modules in their order, unless the settings switch them off, and defines their jobs. */
export function openModules(modules: readonly Module[], host: Host): Opened[] {
  const on = modules.filter(({ isOn }) => isOn?.(host.settings) ?? true);
  const opened = on.map((module) => module.open?.(host) ?? {});
  for (const kind of opened.flatMap(({ jobs = [] }) => jobs)) host.records.jobs.define(kind);
  return opened;
}
