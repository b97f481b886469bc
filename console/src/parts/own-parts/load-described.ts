import { type Component, h } from 'vue';
import type { Described } from '../../api/described.ts';

/** The component of a part that has no code of its own. */
export async function loadDescribed(part: Described): Promise<Component> {
  const { default: component } = await componentOf(part);
  return () => h(component as Component, { part });
}

function componentOf({ kind }: Described): Promise<{ readonly default: Component }> {
  if (kind === 'cell') return import('../described/DescribedCell.vue');
  if (kind === 'control') return import('../described/DescribedControl.vue');
  return import('../described/DescribedPart.vue');
}
