import { type Component, shallowRef } from 'vue';

const icons = shallowRef<Readonly<Record<string, Component>>>();
let isAsked = false;

/** The icon of this name; undefined while icons are loaded. A failed load is tried again with the next icon. */
export function findIcon(name: string): Component | undefined {
  if (!isAsked) void load();
  return icons.value?.[name];
}

async function load(): Promise<void> {
  isAsked = true;
  try {
    icons.value = (await import('./collection-icons.ts')).collectionIcons;
  } catch {
    isAsked = false; // the standard icon stays meanwhile
  }
}
