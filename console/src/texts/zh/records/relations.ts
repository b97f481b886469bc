export const relations = {
  title: '关联',
  incoming: '引用它的记录',
  outgoing: '它引用的记录',
  none: '它还没有引用任何记录',
  more: (count: number) => `还有 ${count} 条`,
};
