import type { ToldPart } from '../../../../../contract/console-parts.ts';

type Named = Pick<ToldPart, 'kind' | 'name' | 'plugin'>;

const kinds: Readonly<Record<ToldPart['kind'], string>> = {
  control: 'control',
  cell: 'cell',
  action: 'action',
  tab: 'tab',
  page: 'page',
  'home-panel': 'panel',
};

export const ownParts = {
  failed: ({ kind, name, plugin }: Named) =>
    `The ${kinds[kind]} “${name}” of ${plugin === null ? 'this project' : `the plug-in “${plugin}”`} has failed.`,
  done: 'Done',
  empty: 'Nothing to show',
  pages: 'More pages',
};
