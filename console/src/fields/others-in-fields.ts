import type { ComputedRef, InjectionKey } from 'vue';

/** The names of other people by the field that they are in. */
export const othersInFields: InjectionKey<ComputedRef<ReadonlyMap<string, readonly string[]>>> =
  Symbol('others in fields');
