import type { Texts } from '../index.ts';

export const signIn: Texts['signIn'] = {
  title: (project: string) => `登录 ${project}`,
  again: '登录已失效',
  againTodo: '请重新登录以继续，本页内容不会丢失。',
  username: '用户名或邮箱',
  forgotten: '忘记密码？',
  through: (provider) => `通过${provider}登录`,
  notThere: '登录服务暂无响应，请稍后再试，或在此登录。',
  signUp: '注册',
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  captcha: '图中的字符',
  newCaptcha: '换一张',
  code: '身份验证器应用的验证码，或恢复代码',
  rememberDevice: '信任此设备',
  submit: '登录',
  byPasskey: '使用通行密钥登录',
  noPasskey: '没有得到通行密钥，请重试或用密码登录。',
  missing: '请输入用户名和密码。',
};
