import type { previews as english } from '../../en/records/previews.ts';

export const previews: typeof english = {
  open: '预览链接',
  title: '可查看此草稿的链接',
  help: '任何人都可凭链接查看打开时的草稿，无需登录。',
  opensFor: '有效期',
  lasts: { 1: '一小时', 24: '一天', 168: '一周', 720: '30 天' },
  make: '生成链接',
  made: '新链接，仅显示这一次。',
  copied: '已复制链接。',
  isData: '此链接打开草稿的数据，供程序读取：尚未为此内容配置网站页面。',
  noPageYet: '此链接打开草稿的数据，供程序读取：网站页面的地址还缺少内容，请先填写。',
  none: '此草稿没有有效的链接。',
  until: (when) => `有效期至 ${when}`,
  byYou: '由您生成',
  byOther: '由他人生成',
  end: '停用',
  endNamed: (when) => `停用有效期至 ${when} 的链接`,
  ended: '已停用该链接。',
};
