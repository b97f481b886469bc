import type { Texts } from '../index.ts';

export const toasts: Texts['toasts'] = { label: '通知', close: '关闭' };
