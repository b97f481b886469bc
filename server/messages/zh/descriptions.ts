/** Definitions as data, and what their answers say. */
export const descriptions = {
  removedHtmlAbout: '从该记录的 HTML 中移除的内容：按字段列出标签和属性名',
  positionAbout: '手工顺序中的位置，由服务器填写：按文本排序即为记录的顺序',
} as const;
