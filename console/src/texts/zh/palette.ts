import type { Texts } from '../index.ts';

export const palette: Texts['palette'] = {
  open: '搜索',
  label: '全局搜索',
  placeholder: '搜索集合、记录、用户、操作、设置，支持拼音首字母',
  searching: '正在搜索记录…',
  kinds: { collections: '集合', pages: '页面', actions: '操作', settings: '设置' },
};
