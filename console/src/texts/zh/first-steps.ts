import type { firstSteps as english } from '../en/first-steps.ts';

export const firstSteps: typeof english = {
  title: '开始使用',
  close: '不再显示',
  done: '已完成',
  copied: '命令已复制',
  names: {
    collection: '描述一个集合',
    record: '写下第一条记录',
    user: '邀请一位同事',
    call: '调用 API',
  },
  help: {
    collection:
      '在 content 文件夹中放入一个文件，写明字段以及谁可以做什么。重启后即有数据表、API、历史和这些页面。',
    record: '输入的内容在保存之前会保留在此浏览器中，每次更改都可以撤销。',
    user: '创建或邀请用户，并将其加入分组。权限属于分组。',
    call: '创建服务用户及其密钥，将密钥放入 $KEY，然后请求：',
  },
  go: { record: '开始填写', user: '前往用户', call: '前往 API 密钥' },
};
