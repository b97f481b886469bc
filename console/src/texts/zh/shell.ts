import type { Texts } from '../index.ts';

export const shell: Texts['shell'] = {
  skip: '跳到内容',
  navigation: '主导航',
  openNavigation: '打开导航',
  closeNavigation: '关闭导航',
  home: '总览',
  content: '内容',
  noCollections: '这里还没有内容',
  noCollectionsTodo: '请在 content 文件夹中添加定义，或向管理员申请权限。',
  account: '账号',
  appearance: '外观',
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
  language: '语言',
  help: '帮助与快捷键',
  signOut: '退出登录',
  notFound: '没有这个页面',
  notFoundTodo: '地址可能已过期或有误。您能打开的页面都在导航中。',
  toHome: '回到总览',
  greeting: (name) => `你好，${name}`,
  greetingTodo: '请选择要处理的内容。',
  loading: '正在加载…',
};
