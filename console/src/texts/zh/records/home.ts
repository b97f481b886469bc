import type { home as english } from '../../en/records/home.ts';

export const home: typeof english = {
  refusals: '最近的拒绝',
  allRefusals: '全部拒绝',
  allChanges: '全部更改',
  newest: '最近新建',
  recent: '最近的更改',
  nothingYet: '还没有任何更改',
  nothingYetTodo: '您和他人的操作会显示在这里。点击上方的加号即可开始新建。',
  askName: '同事怎么称呼您？',
  askNameHelp: '名字会显示在您编写的内容旁，也便于他人找到您。',
  yourName: '您的名字',
  saveName: '保存',
  noName: '暂不填写',
  made: { before: '新建了', after: '' },
  deleted: { before: '删除了', after: '' },
  changed: (fields) => {
    if (fields.length === 0) return { before: '更改了', after: '' };
    return {
      before: '更改了',
      after: fields.length > 2 ? `的 ${fields.length} 个字段` : `的${fields.join('和')}`,
    };
  },
  titled: (title) => `“${title}”`,
  times: (count) => (count === 1 ? '' : `，共 ${count} 次`),
  activity: '最近 30 天',
  activityOf: (done, refused) => `完成 ${done} 次，拒绝 ${refused} 次`,
  done: '完成',
  refused: '被拒绝',
  day: '日期',
  today: '今天',
  asTable: '以表格查看',
  drafts: '尚未保存',
  decisions: '等待决定',
  signUp: '已注册',
  askedBy: (name) => `由 ${name} 提出`,
  ownRequest: '由您提出，须由他人决定',
  troubles: '需要处理',
  failedImport: (file) => (file === '' ? '有一次导入失败' : `导入 ${file} 失败`),
  givenUp: (count) => `有 ${count} 个任务已放弃重试`,
};
