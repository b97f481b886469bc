import type { Texts } from '../index.ts';

export const richText: Texts['richText'] = {
  formatting: '格式',
  bold: '加粗',
  italic: '斜体',
  strike: '删除线',
  code: '代码',
  heading: '标题',
  subheading: '小标题',
  bullets: '项目列表',
  numbers: '编号列表',
  quote: '引用',
  codeBlock: '代码块',
  link: '链接',
  picture: '图片',
  address: '地址',
  set: '设置',
};
