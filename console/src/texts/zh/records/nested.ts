export const nested = {
  addLine: '添加一行',
  addBlock: '添加区块',
  tableHint: '按回车添加一行；可粘贴电子表格中的多行',
  order: '顺序',
  tools: '操作',
  duplicate: (name: string) => `复制一份：${name}`,
  copy: (name: string) => `复制到其他列表或记录：${name}`,
  paste: (name: string) => `粘贴：${name}`,
  insertBefore: (name: string) => `在其前插入：${name}`,
  count: (count: number) => `共 ${count} 项`,
  openAll: '全部展开',
  closeAll: '全部收起',
};
