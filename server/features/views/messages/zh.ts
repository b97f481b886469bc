/** In Chinese. */
export const zh = {
  viewLabel: '视图',
  viewsTag: '视图',
  manageViews: '管理共享视图',
  listViews: '自己的、所在分组的与所有人的视图',
  createView: '保存视图',
  changeView: '修改视图',
  deleteView: '删除视图',
  viewCreated: ({ name }: { name: string }) => `视图${name}保存成功`,
  viewChanged: ({ name }: { name: string }) => `视图${name}更新成功`,
  viewDeleted: ({ name }: { name: string }) => `视图${name}删除成功`,
  viewScopes: '调用者可以为视图选择的范围',
  viewScope: 'mine 仅自己，group 所指分组，everybody 所有可读取该集合的人',
  viewState: '由客户端决定的 JSON，最多 10000 个字符',
  viewEditable: '调用者是否可以修改与删除',
  noSuchGroup: '不是现有的分组',
  tooManyViews: ({ max }: { max: number }) => `最多保存 ${max} 个视图`,
};
