import type { livePreview as english } from '../../en/records/live-preview.ts';

export const livePreview: typeof english = {
  open: '实时预览',
  title: '实时预览',
  page: '网站页面',
  width: '页面宽度',
  widths: { phone: '手机', tablet: '平板', desktop: '桌面' },
  reload: '重新加载',
  newTab: '在新标签页中打开',
  close: '关闭预览',
  silent: '页面没有回应：可能无法访问、不允许在此控制台中显示，或未跟随表单。',
  ownAddress: '页面与此控制台同一地址，无法在其中显示。请在新标签页中打开。',
};
