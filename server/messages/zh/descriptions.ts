/** Definitions as data, and what their answers say. */
export const descriptions = {
  definitionsTag: '定义',
  listDefinitions: '调用者可见的定义',
  oneDefinition: '一个定义',
  ownRoutes: '调用者可用的路由，内容记录的除外',
  definitionName: '定义的名称',
  onlyFor: ({ who }: { who: string }) => `仅限${who}`,
  idField: '编号',
  createTimeField: '创建时间',
  updateTimeField: '修改时间',
  extentOfRows: 'true 表示全部记录，own 表示自己创建的，some 表示符合条件的；没有则不可',
  whyNot: '不可用的操作与原因',
  singletonDescription: '是否只有一行；该行始终存在，位于记录自身的路径',
  localeOfField: '多语言字段的值的语言',
  fieldTranslated: '保存默认语言的多语言字段',
  operatorsInFilters: '筛选时可用的运算符',
  filledByServer: '由服务器填写',
} as const;
