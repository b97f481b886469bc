/** In Chinese. */
export const zh = {
  importedRecordLabel: '导入记录',
  linImported: ({ username, name }: { username: string; name: string }) =>
    `${username} 导入 Lin CMS 数据库 ${name}`,
  seeWholeLogInLin: '查询日志',
};
