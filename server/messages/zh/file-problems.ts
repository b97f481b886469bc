/** What is wrong with a file of rows. As in `problems.ts`, the key is the `code` that clients are sent. */
export const fileProblems = {
  onlyForCsv: '只用于 csv',
  notAKey: ({ allowed }: { allowed: readonly string[] }) => `只能是 ${allowed.join('、')}`,
  bodyNotAFile: '请求体应为文件内容',
  bodyCutOff: '请求体不完整',
  badUtf8After: ({ size }: { size: number }) => `第 ${size} 字节之后不是有效的 UTF-8`,
  quoteNotClosed: '引号没有闭合',
  recordTooLong: ({ max }: { max: number }) => `超过 ${max} 个字符，或引号没有闭合`,
  textAfterQuote: '引号后只能是逗号或换行',
  quoteInsideCell: '引号只能在单元格的开头；其中的引号要写两次',
  notCsv: '不是有效的 CSV',
  emptyFile: '文件是空的，第一行应为字段名',
  columnRepeated: '列名重复',
  wrongNumberOfCells: ({ count, allowed }: { count: number; allowed: number }) =>
    `有 ${count} 列，应为 ${allowed} 列`,
  badJsonCell: '不是有效的 JSON，或嵌套太深',
  notAnObject: '必须是 JSON 对象',
  notAnArrayFile: '文件应为一个 JSON 数组',
  objectMissing: '逗号之间缺少对象',
  arrayNotClosed: '文件不完整，JSON 数组没有结束',
  metadataStays: ({ name }: { name: string }) => `“${name}”：无法清除这种类型图片的元数据`,
  claimsTooMuch: ({ name }: { name: string }) => `“${name}”声明的内容多于实际内容`,
  noRowToUpdate: '没有可以修改的记录',
  notATargetKey: ({ allowed }: { allowed: readonly string[] }) =>
    `引用的记录只能用 ${allowed.join('、')} 指明`,
  noRowNamed: ({ name }: { name: string }) => `引用的记录 ${name} 不存在`,
} as const;
