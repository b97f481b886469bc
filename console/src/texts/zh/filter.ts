import type { Texts } from '../index.ts';

export const filter: Texts['filter'] = {
  open: (count) => (count === 0 ? '筛选' : `筛选（${count}）`),
  meaning: '条件之间的关系',
  all: '满足全部条件',
  any: '满足任一条件',
  field: '字段',
  operator: '比较方式',
  value: '值',
  me: '我',
  several: '多个值用逗号分隔',
  add: '条件',
  addGroup: '条件组',
  remove: '删除此条件',
  removeGroup: '删除此条件组',
  operators: {
    eq: '等于',
    ne: '不等于',
    lt: '小于',
    lte: '不大于',
    gt: '大于',
    gte: '不小于',
    in: '属于',
    contains: '包含',
    starts: '开头为',
    null: '为空',
  },
};
