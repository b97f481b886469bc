import type { ToldPart } from '../../../../../contract/console-parts.ts';

type Named = Pick<ToldPart, 'kind' | 'name' | 'plugin'>;

const kinds: Readonly<Record<ToldPart['kind'], string>> = {
  control: '控件',
  cell: '单元格',
  action: '操作',
  tab: '标签页',
  page: '页面',
  'home-panel': '面板',
};

export const ownParts = {
  failed: ({ kind, name, plugin }: Named) =>
    `${plugin === null ? '本项目' : `插件“${plugin}”`}的${kinds[kind]}“${name}”出错了。`,
  done: '已完成',
  empty: '没有可显示的内容',
  pages: '更多页面',
};
