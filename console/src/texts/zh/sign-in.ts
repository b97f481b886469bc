import type { Texts } from '../index.ts';

export const signIn: Texts['signIn'] = {
  title: '登录 Quire',
  again: '登录已失效',
  againTodo: '请重新登录以继续，本页内容不会丢失。',
  username: '用户名',
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  captcha: '图中的字符',
  newCaptcha: '换一张',
  submit: '登录',
  missing: '请输入用户名和密码。',
};
