import type { Texts } from '../index.ts';

export const unsaved: Texts['unsaved'] = {
  title: (count: number) => `${count} 处未保存的修改`,
  about: '保存或提议之前仅为您保留在此浏览器中。',
  proposed: (title) => `${title} 已在变更集中提议`,
  saved: (title: string) => `保留在此的修改已保存：${title}`,
  needsYou: (title: string) => `保留在此的修改未能保存，请打开查看原因：${title}`,
  discard: (title: string) => `放弃：${title}`,
};
