import type { Module, Opened } from './define-module.ts';
import type { Host } from './host.ts';

/** Opens modules in their order, and defines their jobs. */
export function openModules(modules: readonly Module[], host: Host): Opened[] {
  const opened = modules.map((module) => module.open?.(host) ?? {});
  for (const kind of opened.flatMap(({ jobs = [] }) => jobs)) host.records.jobs.define(kind);
  return opened;
}
