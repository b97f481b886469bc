/** In Chinese. */
export const zh = {
  panelsTag: '面板',
  listPanels: '调用者可以查看的面板及其数据',
  panelPicture: 'number 单个数字，bars 条形，line 折线',
  panelGroup: '分组所依据的字段；单个数字没有分组',
  panelKey: '该组记录共有的值；没有值时为 null',
  panelValue: '精确的数值文本；没有值时为 null',
  panelMore: '是否还有未显示的分组',
};
