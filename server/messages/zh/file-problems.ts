/** What is wrong with a file of records. As in `problems.ts`, the key is the `code` that clients are sent. */
export const fileProblems = {
  onlyForCsv: '只用于 csv',
  onlyForSpreadsheets: '只用于 spreadsheet=true 的文件',
  notAKey: ({ allowed }: { allowed: readonly string[] }) => `只能是 ${allowed.join('、')}`,
  bodyCutOff: '请求体不完整',
  notAnObject: '必须是 JSON 对象',
  noRecordToUpdate: '没有可以修改的记录',
  notATargetKey: ({ allowed }: { allowed: readonly string[] }) =>
    `引用的记录只能用 ${allowed.join('、')} 指明`,
  noRecordNamed: ({ name }: { name: string }) => `引用的记录 ${name} 不存在`,
} as const;
