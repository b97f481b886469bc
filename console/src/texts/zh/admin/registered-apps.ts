import type { registeredApps as source } from '../../en/admin/registered-apps.ts';

export const registeredApps: typeof source = {
  newApp: '登记应用',
  app: '应用',
  places: '返回地址',
  placesHint: 'https://shop.example/signed-in',
  confidential: '在服务器上运行，能保管密钥',
  devices: '在没有浏览器的设备上运行',
  consents: '同意数',
  disabled: '已停用',
  byItself: '自行登记',
  none: '没有应用',
  noneTodo: '登记应用后，用户可用这里的账号登录该应用。',
  disable: (name) => `停用${name}`,
  enable: (name) => `启用${name}`,
  delete: (name) => `删除${name}`,
  disableGo: '停用',
  deleteGo: '删除',
  ends: '它立即不再代任何人行事，用户须重新允许。',
  made: '应用已登记',
  credentials: '应用的凭据',
  copied: '已复制。',
};
