import type { Texts } from '../index.ts';

export const toasts: Texts['toasts'] = {
  label: '通知',
  close: '关闭',
  copy: '复制',
  notCopied: '浏览器不允许复制，请自行选中文字并复制。',
};
