import type { Texts } from '../index.ts';

export const pages: Texts['pages'] = {
  files: '文件',
  profile: '个人资料',
  history: '历史',
  importsOf: (record) => `导入与导出：${record}`,
  trashOf: (record: string) => `回收站：${record}`,
  whoSees: '谁能看到？',
  whoSeesField: (field) => `谁能看到此字段？${field}`,
  whoMay: '谁可以……',
  who: { update: '谁可以修改？', delete: '谁可以删除？', history: '谁可以查看历史？' },
  somebody: '某人',
  administration: '管理',
  users: '用户',
  permissions: '分组与权限',
  log: '日志',
  jobs: '后台任务',
  mail: '邮件',
  health: '运行状况',
  keys: 'API 密钥',
  access: '访问说明',

  pageSteps: '分页',
  previousPage: '上一页',
  nextPage: '下一页',
  pageOf: (page, last) => `第 ${page} 页，共 ${last} 页`,
};
