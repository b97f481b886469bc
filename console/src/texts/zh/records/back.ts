export const back = {
  search: (collection: string) => `搜索${collection}`,
  sort: '排序',
  newest: '最新在前',
  byHand: '手动顺序',
  byTitle: '按标题',
  all: '以列表打开',
  add: '添加',
  none: '还没有引用它的记录',
};
