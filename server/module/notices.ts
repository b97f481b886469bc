import type { Reads } from '../records/store/reads.ts';
import type { Settings } from '../settings/values.ts';
import type { Module } from './define-module.ts';
import { isSwitchedOn } from './open-modules.ts';

/** What the modules that the settings switch on have to tell the operator. */
export async function noticesOf(
  modules: readonly Module[],
  reads: Reads,
  settings: Settings,
): Promise<string[]> {
  const on = modules.filter((module) => isSwitchedOn(module, settings));
  const all = await Promise.all(on.map((module) => module.notices?.(reads, settings) ?? []));
  return all.flat();
}
